import { all_endpoints } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { closeDue } from '#server/domains/accounts/users/closing.service.ts'
import { forgetOldSamples } from '#server/domains/rentals/monitor/rollup.service.ts'
import { timeIsSteady } from '#server/jobs/clock-guard.ts'
import { housekeepingRepo } from '#server/jobs/housekeeping.repo.ts'

const day_ms = 86_400_000
const kept_days = {
  stream: 7,
  idempotency: 30,
  secret_answers: 1,
  captchas: limits.codes_kept_days,
  rate_limits: 2,
  wechat: limits.codes_kept_days,
  refresh_tokens: 7,
  notice_deliveries: limits.deliveries_kept_days,
  gpu_releases: limits.queue_history_days,
} as const

/** Calls whose kept answers hold a secret. */
const with_secrets = all_endpoints.flatMap(({ name, endpoint }) => (endpoint.secret_answer ? [name] : []))

/** Forgets what no rule looks at any more, but not because a clock jumped: sessions and keys would go with it. */
export async function forgetOldRows(deps: Deps): Promise<void> {
  const { database, clock } = deps
  if (!(await timeIsSteady({ database, clock }))) return
  const before = (days: number) => new Date(clock.now().getTime() - days * day_ms)
  const repo = housekeepingRepo(database.kysely)
  await repo.streamEvents(before(kept_days.stream))
  await repo.idempotencyKeys(before(kept_days.idempotency))
  await repo.answersOf(with_secrets, before(kept_days.secret_answers))
  await repo.captchas(before(kept_days.captchas))
  await repo.rateLimits(before(kept_days.rate_limits))
  await repo.refreshTokens(before(kept_days.refresh_tokens))
  await repo.gpuReleases(before(kept_days.gpu_releases))
  await repo.noticeDeliveries(before(kept_days.notice_deliveries))
  await repo.terminalTickets(clock.now())
  await repo.portTickets(clock.now())
  await repo.wechatScenes(before(kept_days.wechat))
  await repo.wechatMessages(before(kept_days.wechat))
  await repo.passwordsOfReleased()
  await forgetOldSamples(deps)
  await closeDue(deps)
}
