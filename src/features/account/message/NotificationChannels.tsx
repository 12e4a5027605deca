import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { type NoticePreferences, notification_preferences } from '#contract/notification-preferences.ts'
import { useAsk } from '#src/admin/ask/confirm-dialog-context.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useOffers } from '#src/ui/server-info.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import { TestWebhook } from './TestWebhookButton.tsx'

const EmailDialog = lazyDialog(() => import('./EmailDialog.tsx'))
const WebhookDialog = lazyDialog(() => import('./WebhookDialog.tsx'))

const set_up = (there: boolean) => (
  <Tag tone={there ? 'success' : 'neutral'} icon={there ? 'check' : 'info'}>
    {there ? '已设置' : '未设置'}
  </Tag>
)

function Rows({ preferences }: { preferences: NoticePreferences }) {
  const { sms, email, webhook } = preferences
  const [open, setOpen] = useState<'email' | 'webhook' | null>(null)
  const ask = useAsk()
  const offers = useOffers()
  const removal = { failed: '移除失败，请重试', answers: [notification_preferences.get] } as const
  const acts = {
    remove_email: useAction(notification_preferences.remove_email, removal),
    remove_webhook: useAction(notification_preferences.remove_webhook, removal),
  }
  const remove = (what: keyof typeof acts, title: string, content: string) =>
    void ask.confirm({
      title,
      content,
      okText: '移除',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: () => acts[what].run(),
    })
  return (
    <>
      <SettingRows>
        <SettingRow title="短信" state={set_up(sms.available)}>
          {sms.available ? `发到登录手机号 ${sms.phone}` : `${sms.phone} 不接收短信，请更换为手机号码`}
        </SettingRow>
        <SettingRow
          title="邮箱"
          state={set_up(email.address !== null)}
          action={
            <>
              {email.address !== null && (
                <Button
                  danger
                  onClick={() => remove('remove_email', '移除邮箱', '之后不再发送邮件；站内消息和其他渠道不受影响。')}
                >
                  移除
                </Button>
              )}
              {offers.mail && <Button onClick={() => setOpen('email')}>{email.address === null ? '验证邮箱' : '更换'}</Button>}
            </>
          }
        >
          {offers.mail
            ? (email.address ?? '用邮件里的验证码确认后，按上面的偏好发送。')
            : '平台目前没有开通邮件，通知在站内消息里。'}
        </SettingRow>
        <SettingRow
          title="Webhook"
          state={set_up(webhook !== null)}
          action={
            <>
              {webhook && <TestWebhook />}
              {webhook && (
                <Button
                  danger
                  onClick={() =>
                    remove('remove_webhook', '移除 Webhook', '之后不再调用这个地址，签名密钥随之作废；站内消息不受影响。')
                  }
                >
                  移除
                </Button>
              )}
              <Button onClick={() => setOpen('webhook')}>{webhook ? '更换' : '设置地址'}</Button>
            </>
          }
        >
          {webhook?.url ?? '每条消息以签名的 JSON 发到你的 https 地址，失败会重试。'}
        </SettingRow>
      </SettingRows>
      <Suspense fallback={null}>
        {open === 'email' && <EmailDialog pending={email.pending} onClose={() => setOpen(null)} />}
        {open === 'webhook' && <WebhookDialog url={webhook?.url ?? ''} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

/** How each channel is set up. */
export function Channels() {
  const { data } = useEndpoint(notification_preferences.get)
  if (!data) return null
  return (
    <Panel title="渠道">
      <Rows preferences={data} />
    </Panel>
  )
}
