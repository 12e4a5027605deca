import { bodyMaxBytes } from '#contract/endpoint.ts'
import { notificationPreferences } from '#contract/notification-preferences.ts'
import { listDeliveries, retryDelivery } from '#server/domains/notify/notifications/deliveries.service.ts'
import { deleteNoticeEmail, sendNoticeEmailCode, verifyNoticeEmail } from '#server/domains/notify/notifications/email.service.ts'
import { getNoticePreferences, setNoticePreference } from '#server/domains/notify/notifications/preferences.service.ts'
import { buildUnsubscribePage, unsubscribe } from '#server/domains/notify/notifications/unsubscribe.service.ts'
import { deleteWebhook, setWebhook, testWebhook } from '#server/domains/notify/notifications/webhook.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

/** The two forms of a one-click request (RFC 8058 §3.2). */
const oneClickForms = ['application/x-www-form-urlencoded', 'multipart/form-data']
const { unsubscribe: unsubscribeEndpoint, ...ofUser } = notificationPreferences

export function preferenceRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'notification_preferences', ofUser, {
    get: getNoticePreferences,
    set: (ctx, { body }) => setNoticePreference(ctx, body),
    send_email_code: (ctx, { body }) => sendNoticeEmailCode(ctx, body.email),
    verify_email: (ctx, { body }) => verifyNoticeEmail(ctx, body.code),
    remove_email: deleteNoticeEmail,
    set_webhook: (ctx, { body }) => setWebhook(ctx, body.url),
    remove_webhook: deleteWebhook,
    test_webhook: testWebhook,
    deliveries: (ctx, { query }) => listDeliveries(ctx, query),
    retry: (ctx, { params }) => retryDelivery(ctx, params.id),
  })
  http.app.register(async (app) => {
    // what mail programs post says nothing that the address does not say
    app.removeContentTypeParser('multipart/form-data')
    app.addContentTypeParser(oneClickForms, { parseAs: 'string', bodyLimit: bodyMaxBytes }, (_, __, done) =>
      done(null, undefined),
    )
    mountEndpoints(
      { ...http, app },
      'notification_preferences',
      { unsubscribe: unsubscribeEndpoint },
      { unsubscribe: (ctx, { params }) => unsubscribe(ctx, params.token) },
    )
    // programs that know no one-click open the address: a person must then confirm, as scanners open it too
    app.get<{ Params: { token: string } }>(unsubscribeEndpoint.path, ({ params }, reply) =>
      reply.redirect(buildUnsubscribePage(http.deps, params.token)),
    )
  })
}
