import { notification_preferences } from '#contract/notification-preferences.ts'
import { type Http, mount } from '#server/http/mount.ts'
import { listDeliveries, retryDelivery } from '#server/modules/notifications/deliveries.service.ts'
import { removeEmail, sendEmailCode, verifyEmail } from '#server/modules/notifications/email.service.ts'
import { getPreferences, setPreference } from '#server/modules/notifications/preferences.service.ts'
import { removeWebhook, setWebhook, testWebhook } from '#server/modules/notifications/webhook.service.ts'

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
