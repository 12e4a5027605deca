import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { notificationPreferences, webhookHeaders } from '#contract/notification-preferences.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { useAction } from '#src/admin/use-action.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './dialog.module.css'

const urlSchema = notificationPreferences.set_webhook.body.shape.url

/** Asks for the webhook address, then shows its signing secret, which is visible only once. */
export default function WebhookDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const [form] = Form.useForm<{ url: string }>()
  const [secret, setSecret] = useState<string>()
  const { send } = useAction(notificationPreferences.set_webhook, {
    success: false,
    onDone: ({ data }) => setSecret(data.secret),
  })
  const { submit, sending, failure } = useFormSubmit(form, (body: { url: string }) => send({ body }))

  if (secret !== undefined) {
    return (
      <Modal
        open
        width={560}
        title="保存签名密钥"
        okText="已保存"
        cancelButtonProps={{ hidden: true }}
        maskClosable={false}
        closable={false}
        onOk={onClose}
      >
        <p className={styles.effect}>密钥只显示这一次，平台加密保存。用它核对每次调用，确认消息来自平台、没有被改动。</p>
        <div className={styles.secret}>
          <CopyText text={secret} label="复制签名密钥" mono />
        </div>
        <p className={styles.effect}>
          签名在 <code>{webhookHeaders.signature}</code>，是 <code>sha256=</code> 加上对「
          <code>{webhookHeaders.timestamp}</code>
          {' 的值 + 英文句点 + 原始正文」做 HMAC-SHA256 的十六进制。同一条消息可能到达多次，按 '}
          <code>{webhookHeaders.id}</code> 去重。
        </p>
      </Modal>
    )
  }
  return (
    <Modal
      open
      width={480}
      title="设置 Webhook"
      okText="保存并生成密钥"
      okButtonProps={{ loading: sending }}
      onOk={form.submit}
      onCancel={onClose}
      maskClosable={false}
    >
      <p className={styles.effect}>只接受公网的 https 地址，不跟随跳转，5 秒内须答复 2xx。更换地址会生成新的密钥，旧密钥作废。</p>
      <Form form={form} layout="vertical" requiredMark={false} disabled={sending} initialValues={{ url }} onFinish={submit}>
        {failure && <FormFailure error={failure} fields={['url']} />}
        <Form.Item name="url" label="地址" rules={[createZodRule(urlSchema)]} validateTrigger={validateOnBlur}>
          <Input inputMode="url" autoComplete="off" spellCheck={false} placeholder="https://example.cn/hook" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
