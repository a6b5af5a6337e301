/**
 * Ids are made at the edge and passed in. A call id is nine letters or digits, since it travels to every provider
 * unchanged and that is what the strictest of them takes.
 */
export type ChatId = string & { readonly of?: 'chat' };
export type AnswerId = string & { readonly of?: 'answer' };
export type AskedId = string & { readonly of?: 'asked' };
export type CallId = string & { readonly of?: 'call' };
export type PartId = string & { readonly of?: 'part' };
export type ProjectId = string & { readonly of?: 'project' };
export type ProviderId = string & { readonly of?: 'provider' };
export type ServerId = string & { readonly of?: 'server' };

/** One model of one provider entry; `name` is how a person calls it ("Anthropic · Opus"). */
export interface ModelRef {
  readonly provider: ProviderId;
  readonly model: string;
  readonly name: string;
}

export const sameModel = (a: ModelRef | null, b: ModelRef | null): boolean =>
  a !== null && b !== null && a.provider === b.provider && a.model === b.model;
