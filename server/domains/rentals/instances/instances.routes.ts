import { instanceDatasets } from '#contract/instance-datasets.ts'
import { instances } from '#contract/instances.ts'
import { runBulkAction } from '#server/domains/rentals/instances/bulk-actions.service.ts'
import { growDisk, quoteDiskGrowth } from '#server/domains/rentals/instances/grow-disk.service.ts'
import { changeInstanceImage, quoteImageChange, startImageSave } from '#server/domains/rentals/instances/image-actions.service.ts'
import { getInstanceMounts, setInstanceMounts } from '#server/domains/rentals/instances/instance-datasets.service.ts'
import {
  getInstance,
  listInstanceEvents,
  listInstances,
  listSegments,
  readInstanceLogs,
  renameInstance,
} from '#server/domains/rentals/instances/instances.service.ts'
import { requestPowerAction } from '#server/domains/rentals/instances/power.service.ts'
import { issueTerminalTicket } from '#server/domains/rentals/instances/terminal.service.ts'
import { getMigration, migrateInstance } from '#server/domains/rentals/tasks/migrate.service.ts'
import { type HttpDeps, inOneTransaction, mountEndpoints } from '#server/http/mount.ts'

export function instanceRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'instances', instances, {
    list: (ctx, { query }) => listInstances(ctx, query),
    get: (ctx, { params }) => getInstance(ctx, params.id),
    update: (ctx, { params, body }) => renameInstance(ctx, params.id, body.nick_name),
    start: inOneTransaction((ctx, { params, body }) => requestPowerAction(ctx, params.id, 'start', body.accept_lost)),
    shutdown: inOneTransaction((ctx, { params }) => requestPowerAction(ctx, params.id, 'shutdown')),
    start_without_gpu: inOneTransaction((ctx, { params, body }) =>
      requestPowerAction(ctx, params.id, 'start_without_gpu', body.accept_lost),
    ),
    restart: inOneTransaction((ctx, { params }) => requestPowerAction(ctx, params.id, 'restart')),
    save_image: (ctx, { params, body }) => startImageSave(ctx, params.id, body),
    change_image: (ctx, { params, body }) => changeInstanceImage(ctx, params.id, body.image_id, body.image_price_hour),
    image_quote: (ctx, { params, body }) => quoteImageChange(ctx, params.id, body.image_id),
    resize_quote: (ctx, { params, body }) => quoteDiskGrowth(ctx, params.id, body.data_disk),
    resize_disk: (ctx, { params, body }) => growDisk(ctx, params.id, body),
    migration: (ctx, { params }) => getMigration(ctx, params.id),
    migrate: (ctx, { params, body }) => migrateInstance(ctx, params.id, body),
    bulk: (ctx, { body }) => runBulkAction(ctx, body.ids, body.action),
    release: inOneTransaction((ctx, { params }) => requestPowerAction(ctx, params.id, 'release')),
    events: (ctx, { params, query }) => listInstanceEvents(ctx, params.id, query),
    segments: (ctx, { params, query }) => listSegments(ctx, params.id, query),
    logs: async (ctx, { params, query }) => ({ lines: await readInstanceLogs(ctx, params.id, query.tail) }),
    terminal_ticket: (ctx, { params }) => issueTerminalTicket(ctx, params.id),
  })
  mountEndpoints(http, 'instance_data_sets', instanceDatasets, {
    get: (ctx, { params }) => getInstanceMounts(ctx, params.id),
    update: (ctx, { params, body }) => setInstanceMounts(ctx, params.id, body.version_ids),
  })
}
