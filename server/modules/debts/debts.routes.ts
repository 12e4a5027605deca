import { debts } from '#contract/debts.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { getDebt } from '#server/modules/debts/debts.service.ts'

export const debtRoutes = (http: Http) => mount(http, 'debts', debts, { get: (ctx) => getDebt(ctx) })
