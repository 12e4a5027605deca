import { debts } from '#contract/debts.ts'
import { getDebt } from '#server/domains/money/debts/debts.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const debtRoutes = (http: Http) => mount(http, 'debts', debts, { get: (ctx) => getDebt(ctx) })
