import { Button, Form } from 'antd'
import { Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { wallet } from '#contract/wallet.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import { zodRule } from '#src/ui/zod-rule.ts'
import { AmountField } from './AmountField.tsx'
import { ChannelField, type Way } from './ChannelField.tsx'
import styles from './RechargeForm.module.css'
import { askedAmount, plainAmount, rule } from './recharge-amount.ts'
import { useRechargeWays } from './use-recharge-ways.ts'
import { type RechargeIntent, useStartRecharge } from './use-start-recharge.ts'

const ClaimVoucher = lazyPart(() => import('#src/features/coupons/ClaimVoucher.tsx'))
const BankTransfer = lazyPart(() => import('./BankTransferGuide.tsx'))

interface Wish {
  amount: string
  channel: Way
}

/** The first step: how much, and which way. A bank transfer is made elsewhere, and proved here. */
export function RechargeForm() {
  const [search] = useSearchParams()
  const [form] = Form.useForm<Wish>()
  const { data: ways } = useRechargeWays()
  const { start, starting, failure } = useStartRecharge()
  const amount = Form.useWatch('amount', form)
  const by_bank = Form.useWatch('channel', form) === 'bank'

  useFieldErrors(form, failure?.errors)
  useEffect(() => {
    if (failure?.errors?.amount) form.focusField('amount')
  }, [failure, form])

  // What is chosen at first may not be offered here.
  useEffect(() => {
    const [first] = ways?.channels ?? []
    const chosen = form.getFieldValue('channel') as Way
    if (ways && chosen !== 'bank' && !ways.channels.includes(chosen)) form.setFieldValue('channel', first ?? 'bank')
  }, [ways, form])

  return (
    <>
      <Suspense fallback={null}>
        <div className={styles.gift}>
          <ClaimVoucher />
        </div>
      </Suspense>
      <Panel>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={starting}
          initialValues={{ amount: askedAmount(search), channel: 'alipay' }}
          onFinish={(wish) => wish.channel !== 'bank' && start(wish as RechargeIntent)}
          scrollToFirstError={{ focus: true }}
        >
          {failure && <FormFailure error={failure} fields={['amount']} />}
          <Form.Item
            name="amount"
            label="充值金额"
            normalize={plainAmount}
            rules={[zodRule(rule)]}
            validateTrigger={['onBlur', 'onSubmit']}
          >
            <AmountField />
          </Form.Item>
          <Form.Item name="channel" label="支付方式" rules={by_bank ? [] : [zodRule(wallet.recharge.body.shape.channel)]}>
            <ChannelField />
          </Form.Item>
          {!by_bank && (
            <div className={styles.pay}>
              <p className={styles.due}>
                应付
                <strong>{rule.safeParse(amount).success ? <Yuan amount={amount} as="price" /> : '—'}</strong>
              </p>
              <Button type="primary" htmlType="submit" loading={starting}>
                去支付
              </Button>
            </div>
          )}
        </Form>
      </Panel>
      {by_bank && (
        <Suspense fallback={null}>
          <BankTransfer amount={amount} />
        </Suspense>
      )}
    </>
  )
}
