import { datasets } from '#contract/datasets.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import { operatorDatasets, operatorDatasetTypes } from '#contract/operator/datasets.ts'
import { downloadDatasetFile } from '#server/domains/storage/datasets/files.service.ts'
import {
  addDatasetVersion,
  createDataset,
  deleteDataset,
  deleteDatasetVersion,
  getMyDataset,
  listMyDatasets,
  restoreDatasetVersion,
  resubmitDatasetVersion,
  takeDatasetVersionOffline,
  updateDataset,
  withdrawDatasetVersion,
} from '#server/domains/storage/datasets/my-datasets.service.ts'
import {
  approveDatasetVersion,
  getDatasetReview,
  listDatasetReviews,
  rejectDatasetVersion,
  restoreDatasetVersionAsOperator,
  takeDatasetVersionOfflineAsOperator,
} from '#server/domains/storage/datasets/reviews.service.ts'
import {
  createDatasetType,
  deleteDatasetType,
  getDatasetType,
  listOperatorDatasetTypes,
  updateDatasetType,
} from '#server/domains/storage/datasets/types.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export function datasetRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'my_data_sets', myDatasets, {
    list: (ctx, { query }) => listMyDatasets(ctx, query),
    get: (ctx, { params }) => getMyDataset(ctx, params.id),
    create: (ctx, { body }) => createDataset(ctx, body),
    update: (ctx, { params, body }) => updateDataset(ctx, params.id, body),
    add_version: (ctx, { params, body }) => addDatasetVersion(ctx, params.id, body),
    remove: (ctx, { params }) => deleteDataset(ctx, params.id),
    submit: (ctx, { params, body }) => resubmitDatasetVersion(ctx, params.id, body),
    withdraw: (ctx, { params }) => withdrawDatasetVersion(ctx, params.id),
    offline: (ctx, { params }) => takeDatasetVersionOffline(ctx, params.id),
    online: (ctx, { params }) => restoreDatasetVersion(ctx, params.id),
    remove_version: (ctx, { params }) => deleteDatasetVersion(ctx, params.id),
  })
  mountEndpoints(http, 'operator_data_sets', operatorDatasets, {
    list: (ctx, { query }) => listDatasetReviews(ctx, query),
    get: (ctx, { params }) => getDatasetReview(ctx, params.id),
    approve: (ctx, { params }) => approveDatasetVersion(ctx, params.id),
    reject: (ctx, { params, body }) => rejectDatasetVersion(ctx, params.id, body.reason),
    offline: (ctx, { params, body }) => takeDatasetVersionOfflineAsOperator(ctx, params.id, body.reason),
    online: (ctx, { params }) => restoreDatasetVersionAsOperator(ctx, params.id),
  })
  mountEndpoints(http, 'operator_data_set_types', operatorDatasetTypes, {
    list: (ctx, { query }) => listOperatorDatasetTypes(ctx, query),
    get: (ctx, { params }) => getDatasetType(ctx, params.id),
    create: (ctx, { body }) => createDatasetType(ctx, body),
    update: (ctx, { params, body }) => updateDatasetType(ctx, params.id, body),
    remove: (ctx, { params }) => deleteDatasetType(ctx, params.id),
  })
}

/** The call that reads a whole file. */
export const datasetFileRoutes = (http: HttpDeps) =>
  mountEndpoints(
    http,
    'data_sets',
    { download: datasets.download },
    { download: (ctx, { query }) => downloadDatasetFile(ctx, query.ticket) },
  )
