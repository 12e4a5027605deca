import { AlipayCircleFilled, BankFilled, WechatFilled } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { rechargeChannels, wallet } from '#contract/wallet.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { ClaimVoucher } from '#src/features/coupons/shared.ts'
import { formatHoursLeft } from '#src/features/overview/shared.ts'
import { paths } from '#src/paths.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import styles from './RechargeForm.module.css'
import { normalizeAmount, parseRequestedAmount, quickAmounts, rechargeAmountSchema } from './recharge-amount.ts'
import { useRechargeWays } from './use-recharge-ways.ts'
import { type RechargeInput, useStartRecharge } from './use-start-recharge.ts'
import { useWallet } from './use-wallet.ts'

/** Formats how long an amount lasts at the current spend rate; empty if nothing is spent. */
const formatAmountDuration = (amount: string, burnHour: string): string =>
  Number(burnHour) > 0 ? formatHoursLeft(Number(amount) / Number(burnHour)) : ''

interface AmountFieldProps {
  id?: string
  value?: string
  onChange?: (amount: string) => void
}

/** Preset amounts, each with how long it lasts at the current spend rate, and an input for any other amount. */
function AmountField({ id, value = '', onChange, ...described }: AmountFieldProps) {
  const { data: purse } = useWallet()
  return (
    <div className={styles.field}>
      <fieldset className={styles.quick} aria-label="常用金额">
        {quickAmounts.map((amount) => (
          <button
            key={amount}
            type="button"
            className={styles.chip}
            aria-pressed={Number(value) === Number(amount)}
            onClick={() => onChange?.(amount)}
          >
            <b>¥{formatYuan(amount).replace(/\.00$/, '')}</b>
            {purse && <small>{formatAmountDuration(amount, purse.burn_hour)}</small>}
          </button>
        ))}
      </fieldset>
      <Input
        {...described}
        {...(id && { id })}
        prefix="¥"
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        placeholder="其他金额"
        className={styles.input ?? ''}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </div>
  )
}

type RechargeWay = keyof typeof rechargeChannels | 'bank'

interface ChannelFieldProps {
  id?: string
  value?: RechargeWay
  onChange?: (way: RechargeWay) => void
}

const wayLabels: Record<RechargeWay, string> = { ...rechargeChannels, bank: '对公转账' }
const wayIcons: Record<RechargeWay, ReactNode> = {
  alipay: <AlipayCircleFilled aria-hidden />,
  wechat: <WechatFilled aria-hidden />,
  bank: <BankFilled aria-hidden />,
}

/** Available payment methods as cards, a radio group moved by arrow keys. Space is reserved for each while loading. */
function ChannelField({ id, value, onChange }: ChannelFieldProps) {
  const { data } = useRechargeWays()
  const isOpen = (way: RechargeWay) => !data || (way === 'bank' ? data.bank !== null : data.channels.includes(way))
  return (
    <div className={styles.channels} role="radiogroup" aria-label="支付方式" id={id}>
      {(Object.keys(wayLabels) as RechargeWay[]).filter(isOpen).map((way) => (
        <label key={way} className={styles.channel}>
          <input
            type="radio"
            name="recharge-channel"
            className="visually-hidden"
            value={way}
            checked={way === value}
            onChange={() => onChange?.(way)}
          />
          <span className={styles.mark} data-channel={way}>
            {wayIcons[way]}
          </span>
          {wayLabels[way]}
        </label>
      ))}
    </div>
  )
}

const BankTransferGuide = lazyPart(() => import('./BankTransferGuide.tsx'))

interface FormValues {
  amount: string
  channel: RechargeWay
}

/** First step: amount and payment method. A bank transfer is made outside the platform and proved here. */
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

  // The initially selected method may not be offered here.
  useEffect(() => {
    const [first] = ways?.channels ?? []
    const chosen = form.getFieldValue('channel') as RechargeWay
    if (ways && chosen !== 'bank' && !ways.channels.includes(chosen)) form.setFieldValue('channel', first ?? 'bank')
  }, [ways, form])

  return (
    <>
      <div className={styles.gift}>
        <p>
          代金券先于余额抵扣。有兑换码时，可以到<Link to={paths.coupons}>优惠券</Link>兑换。
        </p>
        <Suspense fallback={null}>
          <ClaimVoucher />
        </Suspense>
      </div>
      <PagePanel>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={starting}
          initialValues={{ amount: parseRequestedAmount(search), channel: search.get('channel') === 'bank' ? 'bank' : 'alipay' }}
          onFinish={(wish) => wish.channel !== 'bank' && start(wish as RechargeInput)}
          scrollToFirstError={{ focus: true }}
        >
          {failure && <FormFailure error={failure} fields={['amount']} />}
          <Form.Item
            name="amount"
            label="充值金额"
            normalize={normalizeAmount}
            rules={[createZodRule(rechargeAmountSchema)]}
            validateTrigger={validateOnBlur}
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
