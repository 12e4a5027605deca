import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { type UserInfo, users } from '#contract/users.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { SettingRow } from '#src/admin/layout/SettingRow.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { currentUser } from '#src/session/current-user.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'
import styles from './AccountInfoPage.module.css'

interface FormValues {
  nickname: string
}
const { nickname: rule } = users.update.body.shape

/** The nickname, changed in its place. */
export function NicknameRow({ user }: { user: UserInfo }) {
  const [form] = Form.useForm<FormValues>()
  const [editing, setEditing] = useState(false)
  const { send } = useAction(users.update, {
    onDone: async () => {
      await currentUser.load()
      setEditing(false)
    },
  })
  const { submit, sending, failure } = useFormSubmit(form, (body: FormValues) => send({ params: { id: user.id }, body }))

  if (!editing) {
    return (
      <SettingRow title="昵称" action={<Button onClick={() => setEditing(true)}>修改昵称</Button>}>
        {user.nickname}
      </SettingRow>
    )
  }
  return (
    <SettingRow title="昵称">
      <Form form={form} initialValues={{ nickname: user.nickname }} disabled={sending} onFinish={submit}>
        {failure && <FormFailure error={failure} fields={['nickname']} />}
        <div className={styles.nickname}>
          <Form.Item name="nickname" rules={[createZodRule(rule)]} validateTrigger={['onBlur', 'onSubmit']}>
            <Input aria-label="昵称" autoFocus maxLength={20} showCount />
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={sending}>
            保存
          </Button>
          <Button onClick={() => setEditing(false)}>取消</Button>
        </div>
      </Form>
    </SettingRow>
  )
}
