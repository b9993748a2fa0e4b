/**
 * conformance/properties/index: the entry `touchstone/properties`: what to draw requests, orders and histories with,
 * and the suite of properties as checks for `judge`.
 */
import '../../wire/supported-node.ts';

export { default as fc } from 'fast-check';
export type { WriteMarket } from '../check.ts';
export type { Counterexample } from '../counterexample.ts';
export { type Exploration, propertyCheck, THOROUGH } from './checks.ts';
export { type History, type HistoryBounds, type HistoryCommand, histories } from './histories/command.ts';
export { orders } from './orders.ts';
export { type Definition, type OpenProperty, type Property, property } from './property.ts';
export { type DrawnRequest, type Names, requestSpace, requests } from './requests/arbitrary.ts';
export { PROPERTIES } from './suite.ts';
