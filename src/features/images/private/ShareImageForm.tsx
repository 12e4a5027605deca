import { Button, Form, Input } from 'antd'
import { privateImages } from '#contract/private-images.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { useAction } from '#src/admin/use-action.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'
import styles from './ShareImageDialog.module.css'

const uuidSchema = privateImages.share.body.shape.uuid

/** One more account, by the uuid that its owner copies. */
export function ShareImageForm({ id }: { id: string }) {
  const [form] = Form.useForm<{ uuid: string }>()
  const { send } = useAction(privateImages.share, {
    success: ({ data }) => `${privateImages.share.message}给 ${data.nickname}`,
    onDone: () => form.resetFields(),
  })
  const { submit, sending, failure } = useFormSubmit(form, ({ uuid }: { uuid: string }) =>
    send({ params: { id }, body: { uuid: uuid.trim() } }),
  )
  return (
    <Form form={form} name="image-share" layout="vertical" requiredMark={false} disabled={sending} onFinish={submit}>
      {failure && <FormFailure error={failure} fields={['uuid']} />}
      <Form.Item label="对方的 UUID" htmlFor="image-share_uuid" extra="请对方在右上角的头像菜单里复制。">
        <div className={styles.row}>
          <Form.Item
            name="uuid"
            noStyle
            rules={[createZodRule(uuidSchema)]}
            validateTrigger="onSubmit"
            normalize={(typed: string) => typed.trim()}
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              className={styles.uuid ?? ''}
              placeholder="xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
            />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={sending}>
            共享
          </Button>
        </div>
      </Form.Item>
    </Form>
  )
}
