/** An array of rows; numbers row by row; or the bytes of a file: CSV, TSV, Matrix Market or .npy, not gzipped. Missing: NaN. */
export type Data =
  | ReadonlyArray<ArrayLike<number>>
  | { values: ArrayLike<number>; rows: number; columns: number }
  | { file: Uint8Array | ArrayBuffer; name?: string };

export interface Progress {
  /** Which component, from 0; of a path, which k. */
  component: number;
  timeSec: number;
  nodes: number;
  open: number;
  lowerBound: number | null;
  upperBound: number | null;
  /** Of this component. */
  last: boolean;
}

/** How the data become a matrix. Features are meant by name, or by number from 0. */
export interface Reading {
  /** By default a square symmetric matrix is a covariance, anything else samples. */
  kind?: "covariance" | "samples";
  center?: boolean;
  standardize?: boolean;
  ddof?: number;
  shift?: boolean;
  /** By default an error. */
  missing?: "error" | "drop-rows" | "mean";
  include?: ReadonlyArray<string | number>;
  exclude?: ReadonlyArray<string | number>;
  /** A group, or null, for each feature, or an object of features and groups. */
  groups?: ReadonlyArray<string | number | null> | Readonly<Record<string, string | number | null>>;
  /** How many features of a group a component may have: of every group, or of some. */
  atMost?: number | Readonly<Record<string, number>>;
  featureNames?: ReadonlyArray<string>;
  /** Of files: features are in rows. */
  transpose?: boolean;
  /** Of files: the column with labels of the samples. */
  labels?: string;
  /** Of files: columns that are not read. */
  ignore?: ReadonlyArray<string>;
}

export interface Watching {
  /** Ends the call with the bounds it has: it resolves with status "interrupted". In pages from disk it rejects with kind
   * "stopped": there the worker has to be ended. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface SolveOptions extends Reading, Watching {
  certificate?: boolean;
  /** With what report() shows beside the components: the samples as points, and what plain PCA explains. */
  pictures?: boolean;
  prove?: boolean;
  /** Supports to start from, one a component. */
  start?: ReadonlyArray<ReadonlyArray<string | number>>;
  gap?: number;
  timeLimit?: number;
  nodeLimit?: number;
  seed?: number;
  nonnegative?: boolean;
  joint?: boolean;
  disjoint?: boolean;
  smallest?: boolean;
  deflation?: "schur" | "projection";
  /** Every support within this share of the best, 0.01 for one per cent; and how many of them to list. */
  alternatives?: number;
  most?: number;
  /** Every other option of the program, in camel case. */
  [option: string]: unknown;
}

export interface Component {
  k: number;
  status: string;
  lower_bound: number;
  upper_bound: number | null;
  gap: number | null;
  support: number[];
  feature_names?: string[];
  loadings: number[];
  [field: string]: unknown;
}

/** What the program writes with --json, field by field, and with it: */
export interface Result {
  status: string;
  components: Component[];
  warnings: string[];
  certificate: string | null;
  /** The text of the program's JSON. */
  readonly json: string;
  [field: string]: unknown;
}

/** At most so many of some features. */
export interface GroupLimit {
  atMost: number;
  features: number[];
}

/** What a certificate must be about; what is left out is as `solve` does it without options. Features are numbers. */
export interface Expectation {
  kind?: "samples" | "covariance" | "any";
  center?: boolean | "any";
  standardize?: boolean | "any";
  ddof?: number | "any";
  shift?: number | "any";
  sense?: "largest" | "smallest" | "any";
  joint?: boolean | "any";
  nonnegative?: boolean | "any";
  deflation?: "schur" | "projection" | "any";
  disjoint?: boolean | "any";
  k?: number | ReadonlyArray<number> | "any";
  include?: ReadonlyArray<number> | "any";
  exclude?: ReadonlyArray<number> | "any";
  limits?: ReadonlyArray<GroupLimit> | "any";
}

export interface Statement {
  kind: "samples" | "covariance";
  rows: number;
  features: number;
  center: boolean;
  standardize: boolean;
  ddof: number;
  shift: number;
  sense: "largest" | "smallest";
  /** From 1. */
  component: number;
  joint: boolean;
  nonnegative: boolean;
  lowerBound: number;
  upperBound: number;
  included: number[];
  excluded: number[];
  limits: GroupLimit[];
  components: { k: number; support: number[]; loadings: number[] }[];
  leaves: number;
  /** Of a curve, the k from whose proof these bounds follow; null if there is a proof for this k. */
  follows: number | null;
  /** Supports above `alternativesBound`, which no other exceeds; null if nothing is proven of them. */
  alternatives: number[][] | null;
  alternativesBound: number | null;
}

export interface Preview {
  rows: number;
  columns: number;
  missing: number;
  columnNames: string[];
  rowNames: string[];
  labels: string[];
  notes: string[];
  head: (number | null)[][];
  kind?: "samples" | "covariance";
  features?: number;
  featureNames?: string[];
  /** Why no matrix can be made of it. */
  problem?: string;
}

export class SpicaError extends Error {
  constructor(kind: SpicaError["kind"], message: string);
  kind: "usage" | "input" | "memory" | "time" | "stopped" | "rejected" | "internal";
}

/** Components of k features each, one after another, with proven bounds. */
export function solve(data: Data, k: number | ArrayLike<number>, options?: SolveOptions): Promise<Result>;
/** A component for each k, ascending. */
export function path(data: Data, k: ArrayLike<number>, options?: SolveOptions): Promise<Result>;
/** A component by the heuristics and the upper bound of one method. */
export function bound(data: Data, k: number, options?: SolveOptions & { method?: string }): Promise<Result>;
/** Components of the heuristics alone. */
export function heuristic(data: Data, k: number | ArrayLike<number>, options?: SolveOptions & { method?: string }): Promise<Result>;
/** What the independent checker proves of the data by a certificate. */
export function check(data: Data, certificate: string, options?: { expect?: string | Expectation }): Promise<Statement[]>;
/** What a file is taken for. */
export function preview(data: { file: Uint8Array | ArrayBuffer; name?: string }, options?: Reading): Promise<Preview>;
/** The matrix that a certificate of a file is about, as CSV: without labels, not transposed, missing values settled. */
export function completed(data: { file: Uint8Array | ArrayBuffer; name?: string }, options?: Reading): Promise<Uint8Array>;
/** The report of a result, as one HTML file. */
export function report(result: Result): Promise<string>;
/** What is proven, in words. */
export function sentences(result: Result): Promise<{ headline: string; lead: string; claims: string[] }>;
/** Starts the worker and makes it ready: one or two tenths of a second that the first call takes otherwise. */
export function load(): Promise<void>;
/** Ends the worker, and with it all calls that are not done: they reject with kind "stopped". */
export function close(): void;
