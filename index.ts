/**
 * index: the public interface of the package. In process: `createSimulator` runs the whole service without a socket,
 * `simulatorDispatcher` points a client built on `fetch` at it, `inProcessTarget` lets the checks judge it. `judge`
 * runs the suite against any target, such as an `httpTarget`, and returns a report; `jsonReport` and its like write it.
 * `createVenue` is the venue alone, for programs that give it millions of commands.
 */
// Declarations speak of `Buffer` and of modules of Node; a project need not name these types in its own configuration.
/// <reference types="node" preserve="true" />
import './wire/supported-node.ts';

export type { Result } from './base/result.ts';
export { createSimulator, type SimulatorOptions } from './conformance/create-simulator.ts';
export { judge } from './conformance/judge.ts';
export type { JudgeOptions } from './conformance/judge-options.ts';
export type { CheckResult, CheckVerdict, Finding, Report, RunVerdict } from './conformance/report.ts';
export { jsonReport } from './reports/json.ts';
export { markdownReport } from './reports/markdown.ts';
export { junitReport } from './reports/test-reports.ts';
export { textReport } from './reports/text.ts';
export { type ClientOptions, createClient, type TradingClient } from './scenarios/client.ts';
export type { WorldCommand } from './sim/commands/command-words.ts';
export type { CommandResult } from './sim/commands/perform-command.ts';
export type { Level } from './sim/core/depth.ts';
export type { Desk } from './sim/core/desk.ts';
export type { OrderView } from './sim/core/order-view.ts';
export type { SnapshotFault } from './sim/core/snapshot-format.ts';
export { fillTicket, ORDER_REFUSALS, type Ticket } from './sim/core/ticket.ts';
export { createVenue, type MarketView, restoreVenue, type Venue } from './sim/core/venue.ts';
export { type SimulatorDispatcher, simulatorDispatcher } from './sim/dispatcher.ts';
export type { ClientExchange, Exchanges } from './sim/exchanges.ts';
export type { FaultCount, FaultKind, FaultRule } from './sim/faults/rule.ts';
export { fetchHandler } from './sim/fetch-handler.ts';
export { type AnyHandler, type RunningServer, type ServerOptions, startServer } from './sim/http/server.ts';
export { createStreams, type StreamOptions, type Streams } from './sim/http/streams/streams.ts';
export { inProcessTarget } from './sim/in-process-target.ts';
export { JournalError } from './sim/journal/journal-error.ts';
export type { JournalOptions } from './sim/journal/run-file.ts';
export type { Bug, RunOptions } from './sim/life.ts';
export type { LogIds } from './sim/log-ids.ts';
export type { Named, NamedMarket } from './sim/named.ts';
export type { Simulator } from './sim/simulator.ts';
export type { Tape, TapePlayer } from './sim/tape/tape.ts';
export { commandTape, type TimedCommand } from './sim/tape/tape.ts';
export { WorldError } from './sim/world/world-error.ts';
export type { WorldDescription } from './sim/world/written/description.ts';
export { loadProfile, type Profile, profileNames } from './spec/profile.ts';
export type {
  Command,
  FeeTerms,
  MarketTerms,
  OrderType,
  OutcomeIndex,
  PlaceOrder,
  Refusal,
  Reply,
  Side,
} from './spec/venue/command.ts';
export type { CloseReason, Event, MakerLeg, Trade, TradeEvent, TradeStatus } from './spec/venue/event.ts';
export { DOCUMENT_RULES, type SelfTradeMode, type VenueRules } from './spec/venue/rules.ts';
export type { Credentials, Wallet } from './wire/credentials.ts';
export { withControl } from './wire/http-control.ts';
export { type HttpTargetOptions, httpTarget, parseBaseUrl } from './wire/http-target.ts';
export type { Control, FaultSwitch, SendOutcome, Target, TransportTrouble } from './wire/message.ts';
export {
  type Delivery,
  get,
  type Handler,
  type Request,
  type Response,
  type UnreadableBody,
  withJson,
} from './wire/message.ts';
export type { OrderResponse, OrderWords } from './wire/order-body.ts';
export { authHeaders, signed } from './wire/signer.ts';
