import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { type NoticePreferences, notificationPreferences } from '#contract/notification-preferences.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { SettingRow, SettingRows } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useServerOffers } from '#src/ui/server-info.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { toast } from '#src/ui/toast.ts'

/** Sends a test message and shows the result. */
function TestWebhookButton() {
  const { run, pending } = useAction(notificationPreferences.test_webhook, {
    success: false,
    failed: '测试失败，请重试',
    onDone: ({ data: { delivered, status, error, took_ms: tookMs } }) => {
      if (delivered) toast.success(`已送达，对方答复 HTTP ${status}，用时 ${tookMs} 毫秒`)
      else toast.error(`没有送达：${error}`)
    },
  })
  return (
    <Button loading={pending} onClick={() => void run()}>
      发送测试
    </Button>
  )
}

const EmailDialog = lazyDialog(() => import('./EmailDialog.tsx'))
const WebhookDialog = lazyDialog(() => import('./WebhookDialog.tsx'))

const renderSetUpTag = (there: boolean) => (
  <ToneTag tone={there ? 'success' : 'neutral'} icon={there ? 'check' : 'info'}>
    {there ? '已设置' : '未设置'}
  </ToneTag>
)

function ChannelRows({ preferences }: { preferences: NoticePreferences }) {
  const { sms, email, webhook } = preferences
  const [open, setOpen] = useState<'email' | 'webhook' | null>(null)
  const ask = useConfirmDialogs()
  const offers = useServerOffers()
  const removal = { failed: '移除失败，请重试', answers: [notificationPreferences.get] } as const
  const acts = {
    remove_email: useAction(notificationPreferences.remove_email, removal),
    remove_webhook: useAction(notificationPreferences.remove_webhook, removal),
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
        <SettingRow title="短信" state={renderSetUpTag(sms.available)}>
          {sms.available ? `发到登录手机号 ${sms.phone}` : `${sms.phone} 不接收短信，请更换为手机号码`}
        </SettingRow>
        <SettingRow
          title="邮箱"
          state={renderSetUpTag(email.address !== null)}
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
          state={renderSetUpTag(webhook !== null)}
          action={
            <>
              {webhook && <TestWebhookButton />}
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

/** Settings of each notification channel. */
export function NotificationChannels() {
  const { data } = useEndpoint(notificationPreferences.get)
  if (!data) return null
  return (
    <PagePanel title="渠道">
      <ChannelRows preferences={data} />
    </PagePanel>
  )
}
