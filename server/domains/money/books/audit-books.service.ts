import type { Kysely } from 'kysely'
import { accessRoles } from '#contract/access.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { booksRepo } from '#server/domains/money/books/books.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { auditBooks } from '#server/ledger/audit.ts'
import { inTransaction } from '#server/tx.ts'

const auditEveryMs = 3_600_000

/** Returns when the books are due to be audited; at once if the clock was set back since. */
export async function findNextAuditTime({ database, clock }: Deps): Promise<Date> {
  const now = clock.now()
  const { ended_at: endedAt } = await booksRepo(database.kysely).last()
  return !endedAt || endedAt > now ? now : new Date(endedAt.getTime() + auditEveryMs)
}

/**
 * Checks every invariant of the books, one statement each, bounded by the statement's time limit: a rule that takes longer is
 * noted as unchecked. Finance is told of each state that is new.
 */
export async function auditBooksNow(deps: Deps): Promise<void> {
  const begunAt = deps.clock.now()
  const unchecked: string[] = []
  const findings = await auditBooks(deps.database.kysely, (rule, error) => {
    deps.log.error({ err: error, rule }, 'a rule of the books could not be checked')
    unchecked.push(rule)
  })
  for (const finding of findings) deps.log.error(finding, 'the books do not add up')
  const audit = { begun_at: begunAt, ended_at: deps.clock.now(), findings, unchecked }
  await inTransaction(deps, async (tx) => {
    const repo = booksRepo(tx.db)
    const known = await repo.lastViolatedRules()
    await repo.save(audit)
    if (!findings.some(({ rule }) => !known.includes(rule))) return
    const content = findings.map(({ rule, count }) => `${rule}（${count} 行）`).join('；')
    for (const { id } of await repo.usersInRoles(accessRoles.operator_finance))
      await notifyUser(tx, {
        user_id: id,
        class: 'system',
        title: `账目核对发现 ${findings.length} 条规则不成立`,
        content: `每小时的账目核对发现不成立的规则：${content}。请先停止人工调账与提现，再按运维手册排查。`,
      })
  })
}

/** The runner runs a job now and then although nothing is due. */
export async function auditBooksWhenDue(deps: Deps): Promise<void> {
  if ((await findNextAuditTime(deps)) <= deps.clock.now()) await auditBooksNow(deps)
}

interface BooksState {
  age_s: number
  violated: number
  unchecked: number
}

/** Returns what the last audit found; undefined before the first. */
export async function getBooksState(db: Kysely<DB>, now: Date): Promise<BooksState | undefined> {
  const { ended_at: endedAt, findings, unchecked } = await booksRepo(db).last()
  if (!endedAt) return undefined
  const count = (list: unknown) => (list as unknown[]).length
  return { age_s: (now.getTime() - endedAt.getTime()) / 1000, violated: count(findings), unchecked: count(unchecked) }
}
