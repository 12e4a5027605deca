import { Button, Form } from 'antd'
import { Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { wallet } from '#contract/wallet.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ClaimVoucher } from '#src/features/coupons/shared.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { createZodRule } from '#src/ui/zod-rule.ts'
import { AmountField } from './AmountField.tsx'
import { ChannelField, type RechargeWay } from './ChannelField.tsx'
import styles from './RechargeForm.module.css'
import { normalizeAmount, parseRequestedAmount, rechargeAmountSchema } from './recharge-amount.ts'
import { useRechargeWays } from './use-recharge-ways.ts'
import { type RechargeInput, useStartRecharge } from './use-start-recharge.ts'

const BankTransferGuide = lazyPart(() => import('./BankTransferGuide.tsx'))

interface FormValues {
  amount: string
  channel: RechargeWay
}

/** The first step: how much, and which way. A bank transfer is made elsewhere, and proved here. */
export function RechargeForm() {
  const [search] = useSearchParams()
  const [form] = Form.useForm<FormValues>()
  const { data: ways } = useRechargeWays()
  const { start, starting, failure } = useStartRecharge()
  const amount = Form.useWatch('amount', form)
  const byBank = Form.useWatch('channel', form) === 'bank'

  useFieldErrors(form, failure?.errors)
  useEffect(() => {
    if (failure?.errors?.amount) form.focusField('amount')
  }, [failure, form])

  // What is chosen at first may not be offered here.
  useEffect(() => {
    const [first] = ways?.channels ?? []
    const chosen = form.getFieldValue('channel') as RechargeWay
    if (ways && chosen !== 'bank' && !ways.channels.includes(chosen)) form.setFieldValue('channel', first ?? 'bank')
  }, [ways, form])

  return (
    <>
      <Suspense fallback={null}>
        <div className={styles.gift}>
          <ClaimVoucher />
        </div>
      </Suspense>
      <PagePanel>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={starting}
          initialValues={{ amount: parseRequestedAmount(search), channel: 'alipay' }}
          onFinish={(wish) => wish.channel !== 'bank' && start(wish as RechargeInput)}
          scrollToFirstError={{ focus: true }}
        >
          {failure && <FormFailure error={failure} fields={['amount']} />}
          <Form.Item
            name="amount"
            label="充值金额"
            normalize={normalizeAmount}
            rules={[createZodRule(rechargeAmountSchema)]}
            validateTrigger={['onBlur', 'onSubmit']}
          >
            <AmountField />
          </Form.Item>
          <Form.Item name="channel" label="支付方式" rules={byBank ? [] : [createZodRule(wallet.recharge.body.shape.channel)]}>
            <ChannelField />
          </Form.Item>
          {!byBank && (
            <div className={styles.pay}>
              <p className={styles.due}>
                应付
                <strong>
                  {rechargeAmountSchema.safeParse(amount).success ? <YuanAmount amount={amount} as="price" /> : '—'}
                </strong>
              </p>
              <Button type="primary" htmlType="submit" loading={starting}>
                去支付
              </Button>
            </div>
          )}
        </Form>
      </PagePanel>
      {byBank && (
        <Suspense fallback={null}>
          <BankTransferGuide amount={amount} />
        </Suspense>
      )}
    </>
  )
}
