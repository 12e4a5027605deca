import { Button, Checkbox, Form, Modal } from 'antd'
import { Link, useNavigate } from 'react-router-dom'
import { type AccountClosing, accountSecurity, type ClosingBlocker, closingBlockers } from '#contract/account-security.ts'
import { consentTexts } from '#contract/consents.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { session } from '#src/session/session.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { toast } from '#src/ui/toast.ts'
import { createZodRule } from '#src/ui/zod-rule.ts'
import styles from './CloseAccountDialog.module.css'

const { consent } = accountSecurity.close.body.shape

/** Explains what is deleted and what is kept, and asks for the final confirmation. */
function CloseAccountForm({ closes_at: closesAt, onClose }: { closes_at: string; onClose: () => void }) {
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

/** Page and label for resolving each blocker. */
const blockerLinks: Record<ClosingBlocker, { to: string; label: string } | null> = {
  balance: { to: paths.withdrawals, label: '去提现' },
  arrears: { to: paths.recharge, label: '去充值' },
  frozen: { to: paths.withdrawals, label: '查看提现' },
  income: { to: paths.withdrawals, label: '去提现' },
  instances: { to: paths.containerInstances, label: '去释放' },
  queue: { to: paths.queue, label: '去取消' },
  orders: { to: paths.myOrders, label: '查看订单' },
  transfers: { to: paths.recharges, label: '查看充值' },
  invoices: { to: paths.invoices, label: '查看发票' },
  private_images: { to: paths.privateImages, label: '去删除' },
  sub_accounts: { to: paths.subAccounts, label: '去处理' },
  operator: null,
}

/** Blockers that must be resolved before the account can be closed, each with a link. */
function ClosingBlockerList({ blockers, onLeave }: { blockers: AccountClosing['blockers']; onLeave: () => void }) {
  return (
    <>
      <p className={styles.lead}>以下事项处理完才能注销，避免余额、数据或发票丢失：</p>
      <ul className={styles.list}>
        {blockers.map(({ reason, detail }) => {
          const way = blockerLinks[reason]
          return (
            <li key={reason}>
              <Icon name="warning" className={styles.icon} />
              <span className={styles.reason}>
                {closingBlockers[reason]}
                {detail && <span className={styles.detail}>{detail}</span>}
              </span>
              {way && (
                <Link to={way.to} onClick={onLeave}>
                  {way.label}
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Closes the account: shows blockers first, then what is lost. */
export default function CloseAccountDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(accountSecurity.closing, {}, { gcTime: 0 })
  return (
    <Modal open width={480} title="注销账号" footer={null} onCancel={onClose} maskClosable={false}>
      <AsyncView data={data} error={error} errorTitle="检查失败" onRetry={() => void refetch()}>
        {({ blockers, closes_at: closesAt }) =>
          blockers.length ? (
            <ClosingBlockerList blockers={blockers} onLeave={onClose} />
          ) : (
            <CloseAccountForm closes_at={closesAt} onClose={onClose} />
          )
        }
      </AsyncView>
    </Modal>
  )
}
