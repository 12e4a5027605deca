import { llm_bills } from '#contract/llm-bills.ts'
import { llm_keys } from '#contract/llm-keys.ts'
import { llm_models } from '#contract/llm-models.ts'
import { daysOfCalls, exportCalls, getCall, listCalls, subjectsOfCalls, sumCalls } from '#server/domains/llm/bills.service.ts'
import { aboutGateway, listModels } from '#server/domains/llm/models.service.ts'
import { exportMonth, getMonth, listMonths } from '#server/domains/llm/month-bills.service.ts'
import { createKey, disableKey, enableKey, getKey, listKeys, removeKey, updateKey } from '#server/domains/llm/tokens.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

/** What the console shows of large models; the calls themselves are gateway.routes. */
export function llmRoutes(http: Http): void {
  mount(http, 'llm_models', llm_models, { list: listModels, gateway: aboutGateway })
  mount(http, 'llm_keys', llm_keys, {
    list: (ctx, { query }) => listKeys(ctx, query),
    get: (ctx, { params }) => getKey(ctx, params.id),
    create: (ctx, { body }) => createKey(ctx, body),
    update: (ctx, { params, body }) => updateKey(ctx, params.id, body),
    disable: (ctx, { params }) => disableKey(ctx, params.id),
    enable: (ctx, { params }) => enableKey(ctx, params.id),
    remove: async (ctx, { params }) => {
      await removeKey(ctx, params.id)
      return null
    },
  })
  mount(http, 'llm_bills', llm_bills, {
    calls: (ctx, { query }) => listCalls(ctx, query),
    sum: (ctx, { query }) => sumCalls(ctx, query),
    days: (ctx, { query }) => daysOfCalls(ctx, query),
    export: (ctx, { query }) => exportCalls(ctx, query),
    subjects: subjectsOfCalls,
    call: (ctx, { params }) => getCall(ctx, params.id),
    months: listMonths,
    month: (ctx, { params }) => getMonth(ctx, params.month),
    month_export: (ctx, { params }) => exportMonth(ctx, params.month),
  })
}
