import { notification_preferences } from '#contract/notification-preferences.ts'
import { listDeliveries, retryDelivery } from '#server/domains/notify/notifications/deliveries.service.ts'
import { removeEmail, sendEmailCode, verifyEmail } from '#server/domains/notify/notifications/email.service.ts'
import { getPreferences, setPreference } from '#server/domains/notify/notifications/preferences.service.ts'
import { removeWebhook, setWebhook, testWebhook } from '#server/domains/notify/notifications/webhook.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export const preferenceRoutes = (http: Http) =>
  mount(http, 'notification_preferences', notification_preferences, {
    get: getPreferences,
    set: (ctx, { body }) => setPreference(ctx, body),
    send_email_code: (ctx, { body }) => sendEmailCode(ctx, body.email),
    verify_email: (ctx, { body }) => verifyEmail(ctx, body.code),
    remove_email: removeEmail,
    set_webhook: (ctx, { body }) => setWebhook(ctx, body.url),
    remove_webhook: removeWebhook,
    test_webhook: testWebhook,
    deliveries: (ctx, { query }) => listDeliveries(ctx, query),
    retry: (ctx, { params }) => retryDelivery(ctx, params.id),
  })
