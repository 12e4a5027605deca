import { operatorLlmCalls, operatorLlmModels } from '#contract/operator/llm.ts'
import { listAllCalls, sumAllCalls } from '#server/domains/llm/operator-calls.service.ts'
import {
  checkUpstreamHealth,
  getOperatorLlmModel,
  listModelPrices,
  listOperatorLlmModels,
} from '#server/domains/llm/operator-models.service.ts'
import { addLlmModelAsOperator, editLlmModel, requestLlmPrice, setLlmModelOffered } from '#server/domains/operator/llm.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function operatorLlmRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'operator_llm_models', operatorLlmModels, {
    list: (ctx, { query }) => listOperatorLlmModels(ctx, query),
    get: ({ deps }, { params }) => getOperatorLlmModel(deps.database.kysely, params.id, deps.clock.now()),
    create: (ctx, { body }) => addLlmModelAsOperator(ctx, body),
    update: (ctx, { params, body }) => editLlmModel(ctx, params.id, body),
    on_offer: (ctx, { params }) => setLlmModelOffered(ctx, params.id, true),
    off_offer: (ctx, { params }) => setLlmModelOffered(ctx, params.id, false),
    prices: (ctx, { params, query }) => listModelPrices(ctx, params.id, query),
    request_price: (ctx, { params, body }) => requestLlmPrice(ctx, params.id, body),
    health: checkUpstreamHealth,
  })
  mountEndpoints(http, 'operator_llm_calls', operatorLlmCalls, {
    list: (ctx, { query }) => listAllCalls(ctx, query),
    sum: (ctx, { query }) => sumAllCalls(ctx, query),
  })
}
