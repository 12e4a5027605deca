import { useInvalidate } from '@refinedev/core'
import { Alert, Button } from 'antd'
import { Suspense, useCallback, useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { ClaimVoucher } from '#src/features/coupons/shared.ts'
import { DatasetChoice } from '#src/features/datasets/shared.ts'
import { paths } from '#src/paths.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { toast } from '#src/ui/toast.ts'
import { ActivityNote } from './ActivityNote.tsx'
import { BillingStep } from './BillingStep.tsx'
import { CouponChoice } from './CouponChoice.tsx'
import styles from './CreateForm.module.css'
import { CreateSummary } from './CreateSummary.tsx'
import type { Catalogue } from './catalogue.ts'
import { type CreateFormFaults, checkCreateForm, toCreateFormFaults } from './check-form.ts'
import type { InstanceDraft } from './draft.ts'
import { draftStorage } from './draft-storage.ts'
import { FormStep } from './FormStep.tsx'
import { ImageStep } from './ImageStep.tsx'
import fields from './LabeledField.module.css'
import { MountSummary } from './MountSummary.tsx'
import { NextStepButton } from './NextStepButton.tsx'
import { OrderConditions } from './OrderConditions.tsx'
import { OrderOutcome } from './OrderOutcome.tsx'
import { PriceBar } from './PriceBar.tsx'
import { ProductStep } from './ProductStep.tsx'
import { resolveInstanceDraft } from './resolve-draft.ts'
import { SpecStep } from './SpecStep.tsx'
import { useCouponFits } from './use-coupon-fits.ts'
import { useCreateOrder } from './use-create-order.ts'
import { type ChangeDraft, useInstanceDraft } from './use-draft.ts'
import { useInstanceQuote } from './use-instance-quote.ts'
import { useMissingBalance } from './use-missing-balance.ts'
import { useRequestedDataset } from './use-requested-dataset.ts'

interface DatasetStepProps {
  draft: InstanceDraft
  faults: CreateFormFaults
  change: ChangeDraft
}

/** Selects data sets that are mounted read-only in the instance. */
function DatasetStep({ draft, faults, change }: DatasetStepProps) {
  const { loading, lost, error } = useRequestedDataset(draft, change)
  const fault = faults.data_set_version_ids
  const forget = () => change({ data_set_id: undefined, data_set_version_id: undefined })
  return (
    <FormStep number={4} title="数据集" hint="可选，只读挂载，不占数据盘，也不收费">
      {lost && <Alert type="warning" showIcon closable onClose={forget} message="要挂载的数据集已下线，可以另选一个" />}
      {error && (
        <Alert
          type="warning"
          showIcon
          message="要挂载的数据集没有加载成功"
          action={
            <Button size="small" onClick={forget}>
              不挂载它
            </Button>
          }
        />
      )}
      {loading && <SkeletonRows rows={1} columns={2} />}
      <DatasetChoice chosen={draft.data_sets ?? []} onChange={(dataSets) => change({ data_sets: dataSets })} />
      {fault && (
        <p className={fields.below} data-fault role="alert">
          {fault}
        </p>
      )}
    </FormStep>
  )
}

const NoFreeGpu = lazyPart(() => import('./NoFreeGpu.tsx'))

/** The create form with its price and the order button. */
export function CreateForm({ catalogue, openedAt }: { catalogue: Catalogue; openedAt: string }) {
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const { draft, change } = useInstanceDraft(catalogue.images)
  const resolved = useMemo(() => resolveInstanceDraft(draft, catalogue, openedAt), [draft, catalogue, openedAt])
  const { valid, faults: own } = useMemo(() => checkCreateForm(resolved.form), [resolved])
  const quoting = useInstanceQuote(valid)
  const faults = { ...toCreateFormFaults(quoting.error), ...own }
  const leaveCoupon = useCallback(() => change({ coupon_id: undefined }), [change])
  const { fits, awaited } = useCouponFits(resolved.form, quoting, leaveCoupon)
  const { outcome, ordering, submit, save, tell } = useCreateOrder(valid, (order, message) => {
    draftStorage.clear()
    toast.success(message)
    if (order.status === 'pending') return void navigate(paths.myOrder(order.id))
    void invalidate({ resource: 'instances', invalidates: ['list'] })
    void invalidate({ resource: 'orders', invalidates: ['list'] })
    void navigate(order.instance_id ? paths.containerInstance(order.instance_id) : paths.containerInstances)
  })

  const { quote } = quoting
  const { product, form } = resolved
  // the first quote waits for the coupons above it, which would otherwise shift it down
  const first = awaited ? { ...quoting, quote: undefined } : quoting
  const offered = draft.product_id === undefined ? product?.id : undefined
  // defaults stay selected even if stock changes while the user decides
  useEffect(() => {
    if (offered) change({ product_id: offered })
  }, [offered, change])
  const inStock = !product || (form.gpu_num ?? 1) <= product.gpu_idles
  const onOrder = () => {
    if (!valid || !quote) return
    if (inStock) submit(quote)
    else tell({ kind: 'no_free_gpu' })
  }
  const missing = useMissingBalance(quote)
  const button = (
    <NextStepButton
      quote={quote}
      missing={missing}
      ready={Boolean(valid && quote && !quoting.error)}
      in_stock={inStock}
      ordering={ordering}
      onOrder={onOrder}
      onSave={form.charge_rule === 'hour' ? null : () => quote && save(quote)}
    />
  )

  return (
    <div className={styles.columns}>
      <div className={styles.steps}>
        {draft.activity_id && (
          <ActivityNote
            activity={catalogue.activity}
            resolved={resolved}
            quoting={quoting}
            onLeave={() => change({ activity_id: undefined })}
          />
        )}
        <ProductStep catalogue={catalogue} resolved={resolved} change={change} />
        <SpecStep resolved={resolved} faults={faults} change={change} />
        <ImageStep catalogue={catalogue} resolved={resolved} faults={faults} change={change} />
        {product && <DatasetStep draft={draft} faults={faults} change={change} />}
        <BillingStep resolved={resolved} faults={faults} change={change} />
      </div>
      <aside className={styles.summary} aria-label="配置摘要">
        <CreateSummary catalogue={catalogue} resolved={resolved} faulty={!valid && Boolean(product)} quoting={first}>
          <MountSummary chosen={draft.data_sets ?? []} />
          <CouponChoice form={form} fits={fits} change={change} onLeave={leaveCoupon} />
        </CreateSummary>
        {quote && <OrderConditions quote={quote} missing={missing} />}
        {outcome && <OrderOutcome outcome={outcome} />}
        <div className={styles.button}>{button}</div>
        <Suspense fallback={null}>
          <ClaimVoucher />
        </Suspense>
      </aside>
      <PriceBar quoting={quoting}>{button}</PriceBar>
      {outcome?.kind === 'no_free_gpu' && product && (
        <Suspense fallback={null}>
          <NoFreeGpu
            product={product}
            gpu_num={form.gpu_num ?? 1}
            rule={form.charge_rule ?? 'hour'}
            products={catalogue.products}
            form={valid}
            quote={quote}
            change={change}
            onClose={() => tell(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
