import { debts } from '#contract/debts.ts'
import { findDebt } from '#server/domains/money/debts/debts.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const debtRoutes = (http: HttpDeps) => mountEndpoints(http, 'debts', debts, { get: (ctx) => findDebt(ctx) })
