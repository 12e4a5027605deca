import { notificationPreferences } from '#contract/notification-preferences.ts'
import { listDeliveries, retryDelivery } from '#server/domains/notify/notifications/deliveries.service.ts'
import { deleteNoticeEmail, sendNoticeEmailCode, verifyNoticeEmail } from '#server/domains/notify/notifications/email.service.ts'
import { getNoticePreferences, setNoticePreference } from '#server/domains/notify/notifications/preferences.service.ts'
import { deleteWebhook, setWebhook, testWebhook } from '#server/domains/notify/notifications/webhook.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

export const preferenceRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'notification_preferences', notificationPreferences, {
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
