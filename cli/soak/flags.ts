/** cli/soak/flags: the parsed flags of `touchstone soak`. */

export type SoakFlags = {
  readonly seeds?: number;
  readonly from: number;
  readonly jobs?: number;
  readonly queue?: string;
  readonly minutes?: number;
  readonly commands: number;
  readonly audit: 'light' | 'full' | 'naive';
  readonly minimise: boolean;
  readonly json?: true;
  readonly report?: readonly string[];
  readonly marks?: true;
  readonly save?: string;
  readonly replay?: string;
  readonly canary?: true;
  /** The given flags that have no effect with a file. */
  readonly chosen?: readonly string[];
};
