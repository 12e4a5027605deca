import { operatorChanges } from '#contract/operator/changes.ts'
import type { ApiReply } from '#tests/support/calls.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import type { TestPlatform } from '#tests/support/platform.ts'

type Platform = Pick<TestPlatform, 'deps' | 'call'>
const colleagues = new WeakMap<Platform['deps'], Promise<Person>>()

/** Approves a pending change of a target as a finance operator who did not request it; returns the response. */
export async function approvePendingChange(
  platform: Platform,
  targetId: string,
): Promise<ApiReply<(typeof operatorChanges)['approve']>> {
  const colleague = colleagues.get(platform.deps) ?? addPerson(platform, { role: 'operator_finance' })
  colleagues.set(platform.deps, colleague)
  const waiting = platform.deps.database.kysely.selectFrom('change_requests').select('id')
  const { id } = await waiting.where('target_id', '=', targetId).where('status', '=', 'pending').executeTakeFirstOrThrow()
  return (await colleague).call(operatorChanges.approve, { params: { id } })
}
