import { accessRoles } from '#contract/access.ts'
import { toShanghaiDay } from '#contract/day.ts'
import type { Deps } from '#server/deps.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { rateLimitsRepo } from '#server/http/rate-limits.repo.ts'
import type { ProviderTrouble } from '#server/ports/provider-trouble.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

interface Alarm {
  /** What it is about; each is told once a day in China, over all nodes. */
  key: string
  title: string
  content: string
  link: string
}

/** Tells the administrators what they have not been told today; returns the keys of what was new. */
export async function alarmAdministrators(tx: Tx, alarms: readonly Alarm[]): Promise<ReadonlySet<string>> {
  const now = tx.now()
  const marks = new Map(alarms.map(({ key }) => [`alarm:${toShanghaiDay(now)}:${key}`, key]))
  if (marks.size === 0) return new Set()
  const first = new Set((await rateLimitsRepo(tx.db).mark([...marks.keys()], now)).map((mark) => marks.get(mark)!))
  const administrators = first.size > 0 ? await listOperatorsWithRoles(tx.db, accessRoles.operator_admin) : []
  for (const { title, content, link } of alarms.filter(({ key }) => first.has(key)))
    for (const userId of administrators) await notifyUser(tx, { user_id: userId, class: 'system', title, content, link })
  return first
}

/** Logs what providers did not do, and tells the administrators what one of them must mend. Never fails what it is told about. */
export async function reportProviderTroubles(deps: Deps, troubles: readonly ProviderTrouble[]): Promise<void> {
  for (const trouble of troubles) deps.log.warn({ ...trouble }, 'a provider did not do what it was asked for')
  const mendable = troubles.filter(({ kind }) => kind === 'setup')
  if (mendable.length === 0) return
  const alarms = mendable.map(({ provider, code, reading, effect, request_id: requestId }) => ({
    key: `${provider}:${code}`,
    title: `${provider}没有接受请求：${code}`,
    content: `${reading}。${effect}。${requestId ? `请求编号 ${requestId}，` : ''}同一原因每天只通知一次。`,
    link: '/operator/panel',
  }))
  await inTransaction(deps, (tx) => alarmAdministrators(tx, alarms)).catch((error: unknown) => {
    deps.log.error({ err: error }, 'administrators could not be told of a provider')
  })
}
