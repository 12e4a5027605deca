import { instance_data_sets } from '#contract/instance-datasets.ts'
import { instances } from '#contract/instances.ts'
import { actOnMany } from '#server/domains/rentals/instances/bulk-actions.service.ts'
import { growDisk, quoteDisk } from '#server/domains/rentals/instances/grow-disk.service.ts'
import { changeImage, quoteImage, saveImage } from '#server/domains/rentals/instances/image-actions.service.ts'
import { getMounts, setMounts } from '#server/domains/rentals/instances/instance-datasets.service.ts'
import {
  getInstance,
  listEvents,
  listInstances,
  listSegments,
  readLogs,
  renameInstance,
} from '#server/domains/rentals/instances/instances.service.ts'
import { act } from '#server/domains/rentals/instances/power.service.ts'
import { issueTicket } from '#server/domains/rentals/instances/terminal.service.ts'
import { migrate, migrationOf } from '#server/domains/rentals/tasks/migrate.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function instanceRoutes(http: Http): void {
  mount(http, 'instances', instances, {
    list: (ctx, { query }) => listInstances(ctx, query),
    get: (ctx, { params }) => getInstance(ctx, params.id),
    update: (ctx, { params, body }) => renameInstance(ctx, params.id, body.nick_name),
    start: (ctx, { params, body }) => act(ctx, params.id, 'start', body.accept_lost),
    shutdown: (ctx, { params }) => act(ctx, params.id, 'shutdown'),
    start_without_gpu: (ctx, { params, body }) => act(ctx, params.id, 'start_without_gpu', body.accept_lost),
    restart: (ctx, { params }) => act(ctx, params.id, 'restart'),
    save_image: (ctx, { params, body }) => saveImage(ctx, params.id, body),
    change_image: (ctx, { params, body }) => changeImage(ctx, params.id, body.image_id, body.image_price_hour),
    image_quote: (ctx, { params, body }) => quoteImage(ctx, params.id, body.image_id),
    resize_quote: (ctx, { params, body }) => quoteDisk(ctx, params.id, body.data_disk),
    resize_disk: (ctx, { params, body }) => growDisk(ctx, params.id, body),
    migration: (ctx, { params }) => migrationOf(ctx, params.id),
    migrate: (ctx, { params, body }) => migrate(ctx, params.id, body),
    bulk: (ctx, { body }) => actOnMany(ctx, body.ids, body.action),
    release: (ctx, { params }) => act(ctx, params.id, 'release'),
    events: (ctx, { params, query }) => listEvents(ctx, params.id, query),
    segments: (ctx, { params, query }) => listSegments(ctx, params.id, query),
    logs: async (ctx, { params, query }) => ({ lines: await readLogs(ctx, params.id, query.tail) }),
    terminal_ticket: (ctx, { params }) => issueTicket(ctx, params.id),
  })
  mount(http, 'instance_data_sets', instance_data_sets, {
    get: (ctx, { params }) => getMounts(ctx, params.id),
    update: (ctx, { params, body }) => setMounts(ctx, params.id, body.version_ids),
  })
}
