import { operatorEngines } from '#contract/operator/engines.ts'
import {
  addEngine,
  checkEngineAsOperator,
  editEngine,
  getEngine,
  listEngines,
  pinHostKey,
  removeEngine,
} from '#server/domains/rentals/engines/operator-engines.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function engineRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'operator_engines', operatorEngines, {
    list: (ctx, { query }) => listEngines(ctx, query),
    get: (ctx, { params }) => getEngine(ctx, params.id),
    create: (ctx, { body }) => addEngine(ctx, body),
    update: (ctx, { params, body }) => editEngine(ctx, params.id, body),
    check: (ctx, { params }) => checkEngineAsOperator(ctx, params.id),
    pin: (ctx, { params, body }) => pinHostKey(ctx, params.id, body.host_key),
    remove: (ctx, { params }) => removeEngine(ctx, params.id),
  })
}
