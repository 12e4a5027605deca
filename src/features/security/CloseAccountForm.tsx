import { Button, Checkbox, Form } from 'antd'
import { useNavigate } from 'react-router-dom'
import { accountSecurity } from '#contract/account-security.ts'
import { consentTexts } from '#contract/consents.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { toast } from '#src/ui/toast.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'
import styles from './CloseAccountForm.module.css'

const { consent } = accountSecurity.close.body.shape

/** Says what closing takes away and what stays, and asks for the last word. */
export function CloseAccountForm({ closes_at: closesAt, onClose }: { closes_at: string; onClose: () => void }) {
  const [form] = Form.useForm<{ consent: true }>()
  const navigate = useNavigate()
  const { submit, sending, failure } = useFormSubmit(form, async (body: { consent: true }) => {
    const { message } = await callEndpoint(accountSecurity.close, { body })
    session.clear()
    toast.success(message, { ms: 8000 })
    await navigate(paths.home())
  })

  return (
    <Form form={form} requiredMark={false} disabled={sending} onFinish={submit}>
      <ul className={styles.effects}>
        <li>立即退出所有设备；{formatTime(closesAt)} 之前重新登录即可撤回。</li>
        <li>之后删除：手机号、密码、微信、头像、昵称、实名与认证信息、通知、密钥；代金券和优惠券作废，无法恢复。</li>
        <li>
          依法保留：订单、账单和发票，不再与你的个人信息关联（发票抬头除外）；领过优惠或下过单的，另保留身份证号的加密指纹，只用来避免重复领取。
        </li>
      </ul>
      {failure && <FormFailure error={failure} fields={['consent']} />}
      <Form.Item name="consent" valuePropName="checked" rules={[createZodRule(consent)]}>
        <Checkbox>{consentTexts.close_account}</Checkbox>
      </Form.Item>
      <div className={styles.buttons}>
        <Button onClick={onClose}>取消</Button>
        <Button danger type="primary" htmlType="submit" loading={sending}>
          申请注销
        </Button>
      </div>
    </Form>
  )
}
