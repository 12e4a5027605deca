import { Checkbox, Select } from 'antd'
import { useState } from 'react'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { privateImages } from '#contract/private-images.ts'
import { products } from '#contract/products.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { LabeledField } from '#src/features/instances/create/LabeledField.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ActionDialog.module.css'
import { ActionModal, formatFieldFault, type RowDialogProps } from './ActionModal.tsx'
import { useInstanceAction } from './use-instance-action.ts'

const consent = '我已保存系统盘里需要的内容，明白清空后无法恢复'

const toImageOptions = (label: string, images: readonly { id: string; name: string; version: string }[]) =>
  images.length ? [{ label, options: images.map(({ id, name, version }) => ({ value: id, label: `${name} ${version}` })) }] : []

/** Loads the images that fit the GPU of a product: platform, own and shared ones. */
function useImagesForProduct(productId: string) {
  const product = useEndpoint(products.get, { params: { id: productId } })
  const vendor = product.data?.vendor
  const enabled = vendor !== undefined
  const pageSize = limits.pageSizeMax
  const base = useEndpoint(products.images, { query: { vendor } }, { enabled })
  const own = useEndpoint(privateImages.list, { query: { vendor, state: 'ready', page_size: pageSize } }, { enabled })
  const shared = useEndpoint(privateImages.shared_list, { query: { vendor, page_size: pageSize } }, { enabled })
  const all = [product, base, own, shared]
  return {
    options:
      base.data && own.data && shared.data
        ? [
            ...toImageOptions('基础镜像', base.data),
            ...toImageOptions('私有镜像', own.data),
            ...toImageOptions('共享给我的', shared.data),
          ]
        : [],
    isError: all.some(({ isError }) => isError),
    isLoading: all.some(({ isLoading }) => isLoading),
  }
}

/** Asks for the new image; selecting the current one again resets the system disk. */
export function ChangeImage({ row, onClose }: RowDialogProps) {
  const [imageId, setImage] = useState<string>()
  const [agreed, setAgreed] = useState(false)
  const { act, acting, failure } = useInstanceAction(instances.change_image, row, onClose)
  const { options, isError, isLoading } = useImagesForProduct(row.product_id)
  const priced = useEndpoint(
    instances.image_quote,
    { params: { id: row.id }, body: { image_id: imageId ?? '' } },
    { enabled: imageId !== undefined, retry: false },
  )
  const refusal = isApiError(priced.error) ? priced.error : undefined
  const quote = priced.data

  return (
    <ActionModal
      action="change_image"
      instance={row}
      ready={agreed && quote !== undefined}
      acting={acting}
      failure={failure ?? refusal}
      onAct={() =>
        imageId &&
        quote &&
        act({ image_id: imageId, ...(quote.image_price_hour !== '0.00' && { image_price_hour: quote.image_price_hour }) })
      }
      onClose={onClose}
    >
      <LabeledField
        label="新镜像"
        fault={isError ? '镜像列表加载失败，请关闭后重试' : formatFieldFault(failure, 'image_id')}
        help={`现在是 ${row.image}。选同一个镜像等于重置系统盘。`}
      >
        {(ties) => (
          <Select
            {...ties}
            className={styles.wide}
            autoFocus
            showSearch
            optionFilterProp="label"
            placeholder="选择镜像"
            loading={isLoading}
            value={imageId ?? null}
            onChange={(id: string | null) => setImage(id ?? undefined)}
            options={options}
          />
        )}
      </LabeledField>
      {quote && quote.image_price_hour !== '0.00' && (
        <dl className={styles.facts} aria-live="polite">
          <dt>镜像每小时</dt>
          <dd>
            <YuanAmount amount={quote.image_price_hour} as="price" />
          </dd>
          <dt>现在每小时</dt>
          <dd>
            <YuanAmount amount={quote.price_hour} />
          </dd>
          <dt>{row.charge_rule === 'hour' ? '下次开机起每小时' : '套餐每小时，不变'}</dt>
          <dd>
            <YuanAmount amount={quote.new_price_hour} as="price" />
          </dd>
        </dl>
      )}
      <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
        {consent}
      </Checkbox>
    </ActionModal>
  )
}
