import { isObject, type JsonObject } from '../../core/json.ts';
import type { ToolOffer } from '../../core/model.ts';
import { described } from './messages.ts';
import { openAiSchema } from './schema.ts';

/** Names of arguments that Anthropic takes; one other has the whole request refused. */
const argumentName = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * The offered tools as Anthropic takes them: their schemas as they are, but for what it refuses: alternatives at the
 * outermost level, and keywords that are not what they have to be (row V3, cases 34, 36). `left`: tools that cannot be sent.
 */
export function anthropicTools(offers: readonly ToolOffer[]): {
  readonly tools: readonly JsonObject[];
  readonly left: readonly string[];
} {
  const tools: JsonObject[] = [];
  const left: string[] = [];
  for (const { name, description, schema } of offers) {
    const compiled = openAiSchema(schema);
    const properties = compiled?.['properties'];
    const fits = isObject(properties) && Object.keys(properties).every((key) => argumentName.test(key));
    if (compiled === null || !fits) left.push(name);
    else tools.push({ name, description: described(description), input_schema: compiled });
  }
  return { tools, left };
}
