import { my_data_sets } from '#contract/my-datasets.ts'
import { operator_data_set_types, operator_data_sets } from '#contract/operator/datasets.ts'
import {
  addVersion,
  createDataSet,
  getMyDataSet,
  listMyDataSets,
  putBack,
  removeDataSet,
  removeVersion,
  submitAgain,
  takeOffline,
  updateDataSet,
  withdraw,
} from '#server/domains/storage/datasets/my-datasets.service.ts'
import {
  approve,
  getReview,
  listReviews,
  putBackAsOperator,
  reject,
  takeOfflineAsOperator,
} from '#server/domains/storage/datasets/reviews.service.ts'
import { createType, getType, listTypes, removeType, updateType } from '#server/domains/storage/datasets/types.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function dataSetRoutes(http: Http): void {
  mount(http, 'my_data_sets', my_data_sets, {
    list: (ctx, { query }) => listMyDataSets(ctx, query),
    get: (ctx, { params }) => getMyDataSet(ctx, params.id),
    create: (ctx, { body }) => createDataSet(ctx, body),
    update: (ctx, { params, body }) => updateDataSet(ctx, params.id, body),
    add_version: (ctx, { params, body }) => addVersion(ctx, params.id, body),
    remove: (ctx, { params }) => removeDataSet(ctx, params.id),
    submit: (ctx, { params, body }) => submitAgain(ctx, params.id, body),
    withdraw: (ctx, { params }) => withdraw(ctx, params.id),
    offline: (ctx, { params }) => takeOffline(ctx, params.id),
    online: (ctx, { params }) => putBack(ctx, params.id),
    remove_version: (ctx, { params }) => removeVersion(ctx, params.id),
  })
  mount(http, 'operator_data_sets', operator_data_sets, {
    list: (ctx, { query }) => listReviews(ctx, query),
    get: (ctx, { params }) => getReview(ctx, params.id),
    approve: (ctx, { params }) => approve(ctx, params.id),
    reject: (ctx, { params, body }) => reject(ctx, params.id, body.reason),
    offline: (ctx, { params, body }) => takeOfflineAsOperator(ctx, params.id, body.reason),
    online: (ctx, { params }) => putBackAsOperator(ctx, params.id),
  })
  mount(http, 'operator_data_set_types', operator_data_set_types, {
    list: (ctx, { query }) => listTypes(ctx, query),
    get: (ctx, { params }) => getType(ctx, params.id),
    create: (ctx, { body }) => createType(ctx, body),
    update: (ctx, { params, body }) => updateType(ctx, params.id, body),
    remove: (ctx, { params }) => removeType(ctx, params.id),
  })
}
