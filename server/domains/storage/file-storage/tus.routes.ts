import { tusPath } from '#contract/file-storage.ts'
import { Id } from '#contract/scalars.ts'
import { createTusHandler } from '#server/domains/storage/file-storage/uploads.service.ts'
import type { HttpDeps } from '#server/http/mount.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Routes for upload bytes by tus 1.0. The user and the upload are verified before the protocol handler runs. */
export function tusRoutes({ app, deps, sessions }: HttpDeps): void {
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
  app.route<{ Params: { id: string } }>({
    method: ['HEAD', 'PATCH'],
    url: tusPath,
    handler: async (request, reply) => {
      const token = request.headers.authorization?.replace(/^Bearer\s+/i, '')
      if (!token) throw new Refusal('signed_out')
      const { caller } = await sessions.authenticate(token)
      if (!Id.safeParse(request.params.id).success) throw new Refusal('not_found')
      const speak = await createTusHandler(deps, caller.user_id, request.params.id)
      reply.hijack()
      await speak(request.raw, reply.raw).catch((error) => {
        request.log.error({ err: error }, 'upload connection failed')
        reply.raw.destroy()
      })
    },
  })
}
