import type { Consent, FlowFacts, FlowMode, Rules, Setting } from './gate.ts';
import type { Facts } from './ports.ts';
import type { Tool } from './tool.ts';

const settings: ReadonlySet<string> = new Set<Setting>(['always', 'ask', 'deny']);
const consents: ReadonlySet<string> = new Set<Consent>(['none', 'met', 'all', 'no']);
const modes: ReadonlySet<string> = new Set<FlowMode>(['standard', 'autonomous', 'bypass', 'bypass+']);

/**
 * What in the rules of a known tool makes no sense, or null (row G11). Rules come out of storage and from servers, where a
 * type is a promise and no more: a value outside its union must never fall through to a row that runs.
 */
export function senseless(tool: Tool, rules: Rules, flow: FlowFacts | null): string | null {
  const { server, setting, pin } = rules;
  const { source } = tool;
  if (source.from !== 'files' && source.from !== 'app' && source.from !== 'mcp')
    return 'nobody knows where it comes from';
  if (source.from === 'mcp' ? server?.id !== source.server : server !== null) return 'its server is not known';
  if (setting !== null && !settings.has(setting)) return `its setting “${setting}” is none Sluice knows`;
  if (server !== null && !consents.has(server.consent)) {
    return `this chat’s answer to its server, “${server.consent}”, is none Sluice knows`;
  }
  if (pin !== 'same' && pin !== 'changed') return 'whether it changed since it was approved is not known';
  if (flow !== null && !modes.has(flow.mode)) return `the flow mode “${flow.mode}” is none Sluice knows`;
  return null;
}

/**
 * Whether the facts say all the gate must know of a call to this tool: each target, its secrecy, and the plan of a change.
 * No change is planned where a rule closes the path or, unless `bypass`, a secret does: those rows reject by themselves.
 */
export function seenWhole(tool: Tool, facts: Facts | null, bypass: boolean): boolean {
  if (tool.source.from !== 'files') return facts === null || seenSecrecy(facts);
  if (facts === null || !seenSecrecy(facts)) return false;
  if (facts.refused !== null) return true;
  if (facts.paths.length !== (tool.name === 'file_rename' ? 2 : 1)) return false;
  if (facts.blockedBy !== null || (facts.secret === 'deny' && !bypass)) return true;
  return tool.effect === 'read' || facts.plan !== null || facts.fault !== null;
}

const seenSecrecy = ({ secret }: Facts): boolean => secret === 'none' || secret === 'ask' || secret === 'deny';
