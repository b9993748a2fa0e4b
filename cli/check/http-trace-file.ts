/** cli/check/http-trace-file: writes the file of `check --trace`, of bounded size. A killed run leaves no footer. */
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { systemCode } from '../../base/system-code.ts';
import {
  HTTP_TRACE_FORMAT,
  type HttpTraceExchange,
  type HttpTraceFooter,
  type HttpTraceHeader,
} from '../../conformance/http-trace.ts';
import { orCliError } from '../exit.ts';

/** Bytes of all lines together, fewer than readers of a trace accept; further exchanges are only counted. */
const LARGEST = 192 * 1024 * 1024;
/** Characters that are written together. */
const BLOCK = 64 * 1024;

export type HttpTraceWriter = ReturnType<typeof openHttpTraceFile>;

/** The file, if reports can read it after the run. A device or a FIFO would be empty then, or never end. */
export function readableHttpTrace(file: string | undefined): string | undefined {
  return file === undefined || statSync(file, { throwIfNoEntry: false })?.isFile() === false ? undefined : file;
}

export function openHttpTraceFile(file: string, run: Pick<HttpTraceHeader, 'touchstone' | 'target' | 'seed'>) {
  let failure: string | undefined;
  let block = '';
  let length = 0;
  let exchanges = 0;
  let dropped = 0;
  const descriptor = orCliError(
    () => openSync(file, 'w', 0o600),
    (code) => `${file} cannot be written (${code}): check the path and its permissions`,
  );
  const write = (text: string) => {
    try {
      for (let rest = Buffer.from(text); rest.length > 0; ) rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      failure ??= `${file} cannot be written (${systemCode(error, 'unknown error')}): the trace is not complete`;
    }
  };
  const put = (line: HttpTraceHeader | HttpTraceExchange | HttpTraceFooter) => {
    block += `${JSON.stringify(line)}\n`;
    if (block.length < BLOCK) return;
    length += Buffer.byteLength(block);
    if (failure === undefined) write(block);
    block = '';
  };
  put({ kind: 'header', trace: HTTP_TRACE_FORMAT, ...run, startedAt: new Date().toISOString() });
  return {
    add(exchange: HttpTraceExchange): void {
      if (length > LARGEST || failure !== undefined) dropped += 1;
      else {
        exchanges += 1;
        put(exchange);
      }
    },
    /** Writes the footer and closes the file. Returns why the trace is not complete, if it is not. */
    end(): string | undefined {
      put({ kind: 'footer', exchanges, dropped });
      write(block);
      closeSync(descriptor);
      return failure;
    },
  };
}
