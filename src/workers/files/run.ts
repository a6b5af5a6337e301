import { fail, type Outcome } from '../../core/outcome.ts';
import type { FileCall, Plan } from '../../core/ports.ts';
import type { ToolResult } from '../../core/tool.ts';
import { change } from './change.ts';
import type { Hands } from './hands.ts';
import { fileInfo } from './info.ts';
import { fileRead } from './read.ts';
import { blockedBy } from './search/agentblock.ts';
import { findFiles, grep, listDirectory } from './search/index.ts';
import { targets } from './survey.ts';

/** Carries a call out. The gate has decided; the rules that hold in every mode are looked at once more all the same. */
export async function run(
  root: FileSystemDirectoryHandle,
  call: FileCall,
  approved: Plan | null,
  hands: Hands,
): Promise<Outcome<ToolResult>> {
  const named = targets(call);
  if (!named.ok) return named;
  const blocked = await blockedBy(root, named.value);
  if (!blocked.ok) return blocked;
  if (blocked.value !== null)
    return fail('rejected', `${named.value.join(' and ')} is blocked by ${blocked.value}. No tool may touch it.`);
  switch (call.tool) {
    case 'file_read':
      return fileRead(root, call.args, hands);
    case 'file_info':
      return fileInfo(root, call.args, hands);
    case 'list_directory':
      return listDirectory(root, call.args, hands);
    case 'find_files':
      return findFiles(root, call.args, hands);
    case 'grep':
      return grep(root, call.args, hands);
    case 'file_write':
    case 'file_edit':
    case 'file_delete':
    case 'file_rename':
      break;
  }
  return change(root, call, named.value, approved, hands);
}
