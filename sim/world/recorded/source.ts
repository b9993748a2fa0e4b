/** sim/world/recorded/source: the text of a recorded file, bounded in size, as JSON documents with their places. */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import zlib from 'node:zlib';
import { WorldError } from '../world-error.ts';
import { oneLine } from '../written/description-file.ts';
import { elementsOf } from './elements.ts';

/** A line, or an element of an array. `at` is its place for error messages, with its first line: `pages.jsonl:12`. */
export type Document = { readonly at: string; readonly value: unknown };

/** Largest file, packed or unpacked, whose text fits into one string. */
const BYTES_MAX = 256 * 1024 * 1024;
const NAMES = '.json or .jsonl, as it is or packed as .gz or .zst, or in .yaml for a world of your own';

/** Every JSON document of a file. Throws `WorldError` if the file cannot be read or one of them is not JSON. */
export function readDocuments(path: string): readonly Document[] {
  const name = basename(path);
  const kind = /\.(jsonl?)(?:\.(gz|zst))?$/i.exec(name);
  if (kind === null) {
    throw new WorldError(`${path}: no such world: use small, medium, large or the path of a file ending in ${NAMES}`);
  }
  const text = decode(name, unpack(name, readBytes(path), kind[2]?.toLowerCase()));
  return kind[1]?.toLowerCase() === 'json' ? parseFile(name, text) : parseLines(name, text);
}

function readBytes(path: string): Buffer {
  try {
    if (statSync(path).size > BYTES_MAX) throw new WorldError(`${path}: larger than ${BYTES_MAX} bytes; split it`);
    return readFileSync(path);
  } catch (cause) {
    if (cause instanceof WorldError) throw cause;
    throw new WorldError(`${path}: cannot be read (${oneLine(cause)}); use small, medium, large or the path of a file`);
  }
}

function unpack(name: string, bytes: Buffer, packing: string | undefined): Buffer {
  const limit = { maxOutputLength: BYTES_MAX };
  try {
    if (packing === 'gz') return zlib.gunzipSync(bytes, limit);
    return packing === 'zst' ? zlib.zstdDecompressSync(bytes, limit) : bytes;
  } catch (cause) {
    throw new WorldError(`${name}: cannot be unpacked to at most ${BYTES_MAX} bytes (${oneLine(cause)})`);
  }
}

function decode(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new WorldError(`${name}: not UTF-8 text`);
  }
}

function parseLines(name: string, text: string): Document[] {
  const documents: Document[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() !== '') documents.push(parseText(`${name}:${index + 1}`, line));
  });
  return documents;
}

function parseText(at: string, text: string): Document {
  try {
    return { at, value: JSON.parse(text) };
  } catch (cause) {
    throw new WorldError(`${at}: not JSON: ${oneLine(cause)}`);
  }
}

/** An array is read element by element, anything else as one document. */
function parseFile(name: string, text: string): Document[] {
  const elements = elementsOf(text) ?? [{ line: 1, text }];
  return elements.map((element) => parseText(`${name}:${element.line}`, element.text));
}
