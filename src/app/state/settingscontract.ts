/** Rows and forms of the settings screens. */
import type { Setting } from '../../core/gate.ts';
import type { ModelRef, ProviderId } from '../../core/ids.ts';
import type { ProviderKind, ProviderRecord } from '../../core/records.ts';
import type { Tool } from '../../core/tool.ts';

/** One row of Settings → Tools. */
export interface ToolRow {
  readonly tool: Tool;
  /** What holds now, and whether it is the tool's own or its default (row T2). */
  readonly setting: Setting;
  readonly own: boolean;
  /** "asks first: server policy" and the like, or null. */
  readonly note: string | null;
  /** The name of its server; null for built-ins. */
  readonly server: string | null;
  /** Its server changed it since it was allowed: it asks until that is approved (row T6). */
  readonly changed: boolean;
}

/** A model the person can pick. */
export interface ModelChoice {
  readonly ref: ModelRef;
  readonly provider: ProviderRecord;
}

export interface ProviderDraft {
  readonly id: ProviderId | null;
  readonly kind: ProviderKind;
  readonly name: string;
  readonly baseUrl: string;
  /** Undefined leaves a stored key as it is; '' removes it. */
  readonly key: string | undefined;
  readonly models: readonly string[];
}

/** A known kind of endpoint to start a provider entry from (row V1). */
export interface Preset {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** One line: where to get a key, or which switch lets a browser in. */
  readonly hint: string;
}
