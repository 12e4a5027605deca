import { z } from 'zod'
import { Notification } from './notifications.ts'
import { Id } from './scalars.ts'

/**
 * `GET /sse/v1/notification/subscribe/:client_id` (requirements §7): server-sent events with an `Authorization` header. Each
 * event except keepalive has an `id:`; clients resume with `Last-Event-ID`. `data` is one of these messages.
 */
export const streamPath = '/sse/v1/notification/subscribe/:client_id' as const

/** Resources whose changes are sent on the stream; the console refreshes its views of them. */
const liveResources = [
  'instances',
  'orders',
  'products',
  'wallet',
  'user',
  'notifications',
  'private_images',
  'image_releases',
  'data_sets',
  'file_storage',
  'export_tasks',
  'queue',
  'invoices',
  /** What operators decide and change; told to operators only. */
  'back_office',
] as const
export type LiveResource = (typeof liveResources)[number]

export const StreamMessage = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('keepalive') }),
    z.object({ type: z.literal('notification'), notification: Notification }),
    z.object({ type: z.literal('change'), resource: z.enum(liveResources), id: Id.nullable(), row: z.unknown().optional() }),
    /** The requested position is no longer stored; the client must refetch everything. */
    z.object({ type: z.literal('reset') }),
  ])
  .meta({ id: 'StreamMessage' })
export type StreamMessage = z.infer<typeof StreamMessage>
