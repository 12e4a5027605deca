import { Alert } from 'antd'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ChoiceOption } from './ChoiceOption.tsx'
import type { Catalogue } from './catalogue.ts'
import { FormStep } from './FormStep.tsx'
import fields from './LabeledField.module.css'
import { ProductChoice } from './ProductChoice.tsx'
import styles from './ProductStep.module.css'
import type { ResolvedDraft } from './resolve-draft.ts'
import type { ChangeDraft } from './use-draft.ts'

/** Where, and which card. */
export function ProductStep({
  catalogue,
  resolved,
  change,
}: {
  catalogue: Catalogue
  resolved: ResolvedDraft
  change: ChangeDraft
}) {
  const { region_id: regionId, products, product, form, lost } = resolved
  return (
    <FormStep number={1} title="地域与产品" hint="价格为单卡价格，库存实时更新">
      {lost && <Alert type="warning" showIcon message="选中的产品已下架，已为你换成可租的产品" />}
      <fieldset className={fields.group}>
        <legend className="visually-hidden">地域</legend>
        <div className={fields.row}>
          {catalogue.regions.map(({ id, name, city }) => (
            <ChoiceOption
              key={id}
              name="region"
              shape="chip"
              checked={id === regionId}
              onChoose={() => change({ region_id: id, product_id: undefined })}
            >
              {name}
              <small className={styles.city}>{city}</small>
            </ChoiceOption>
          ))}
        </div>
      </fieldset>
      <fieldset className={fields.group}>
        <legend className="visually-hidden">产品</legend>
        {products.length ? (
          products.map((offered) => (
            <ProductChoice
              key={offered.id}
              product={offered}
              rule={form.charge_rule ?? 'hour'}
              checked={offered.id === product?.id}
              onChoose={() => change({ product_id: offered.id, region_id: offered.region_id })}
            />
          ))
        ) : (
          <EmptyState title="这个地域暂时没有产品" hint="请换一个地域看看。" />
        )}
      </fieldset>
    </FormStep>
  )
}
