import { operator_llm_calls, operator_llm_models } from '#contract/operator/llm.ts'
import { listAllCalls, sumAllCalls } from '#server/domains/llm/operator-calls.service.ts'
import { listAllModels, listModelPrices, upstreamHealth, viewModel } from '#server/domains/llm/operator-models.service.ts'
import { addLlmModel, editLlmModel, offerLlmModel, requestLlmPrice } from '#server/domains/operator/llm.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function operatorLlmRoutes(http: Http): void {
  mount(http, 'operator_llm_models', operator_llm_models, {
    list: (ctx, { query }) => listAllModels(ctx, query),
    get: ({ deps }, { params }) => viewModel(deps.database.kysely, params.id, deps.clock.now()),
    create: (ctx, { body }) => addLlmModel(ctx, body),
    update: (ctx, { params, body }) => editLlmModel(ctx, params.id, body),
    on_offer: (ctx, { params }) => offerLlmModel(ctx, params.id, true),
    off_offer: (ctx, { params }) => offerLlmModel(ctx, params.id, false),
    prices: (ctx, { params, query }) => listModelPrices(ctx, params.id, query),
    request_price: (ctx, { params, body }) => requestLlmPrice(ctx, params.id, body),
    health: upstreamHealth,
  })
  mount(http, 'operator_llm_calls', operator_llm_calls, {
    list: (ctx, { query }) => listAllCalls(ctx, query),
    sum: (ctx, { query }) => sumAllCalls(ctx, query),
  })
}
