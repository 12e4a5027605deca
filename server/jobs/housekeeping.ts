import { dayMs } from '#contract/day.ts'
import { allEndpoints } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { closeDueAccounts } from '#server/domains/accounts/users/closing.service.ts'
import { deleteOldSamples } from '#server/domains/rentals/monitor/rollup.service.ts'
import { cleanUpExports } from '#server/domains/storage/export-tasks/export-tasks.service.ts'
import { checkClockSteady } from '#server/jobs/clock-guard.ts'
import { housekeepingRepo } from '#server/jobs/housekeeping.repo.ts'

const retentionDays = {
  stream: 7,
  idempotency: 30,
  secret_answers: 1,
  captchas: limits.codesKeptDays,
  rate_limits: 2,
  wechat: limits.codesKeptDays,
  refresh_tokens: 7,
  notice_deliveries: limits.deliveriesKeptDays,
  sms_sends: limits.deliveriesKeptDays,
  gpu_releases: limits.queueHistoryDays,
} as const

/** Endpoints whose stored answers contain a secret. */
const secretEndpoints = allEndpoints.flatMap(({ name, endpoint }) => (endpoint.secretAnswer ? [name] : []))

/** Deletes expired data, but not right after a clock jump, which would delete valid sessions and keys too. */
export async function deleteOldRows(deps: Deps): Promise<void> {
  const { database, clock } = deps
  if (!(await checkClockSteady({ database, clock }))) return
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  const repo = housekeepingRepo(database.kysely)
  await repo.streamEvents(before(retentionDays.stream))
  await repo.idempotencyKeys(before(retentionDays.idempotency))
  await repo.answersOf(secretEndpoints, before(retentionDays.secret_answers))
  await repo.captchas(before(retentionDays.captchas))
  await repo.rateLimits(before(retentionDays.rate_limits))
  await repo.refreshTokens(before(retentionDays.refresh_tokens))
  await repo.gpuReleases(before(retentionDays.gpu_releases))
  await repo.noticeDeliveries(before(retentionDays.notice_deliveries))
  await repo.smsSends(before(retentionDays.sms_sends))
  await repo.signInTickets(clock.now())
  await repo.factorEnrolments(clock.now())
  await repo.directoryVisits(clock.now())
  await repo.terminalTickets(clock.now())
  await repo.portTickets(clock.now())
  await repo.wechatScenes(before(retentionDays.wechat))
  await repo.wechatMessages(before(retentionDays.wechat))
  await repo.passwordsOfReleased()
  await deleteOldSamples(deps)
  await closeDueAccounts(deps)
  await cleanUpExports(deps)
}
