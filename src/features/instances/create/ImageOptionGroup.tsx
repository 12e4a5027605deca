import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import { ChoiceOption } from './ChoiceOption.tsx'
import type { ImageOption } from './catalogue.ts'
import styles from './ImageStep.module.css'
import fields from './LabeledField.module.css'
import type { ResolvedDraft } from './resolve-draft.ts'
import type { ChangeDraft } from './use-draft.ts'

interface Props {
  title: string
  images: readonly ImageOption[]
  form: ResolvedDraft['form']
  change: ChangeDraft
  /** The title is for all to see, not only for those who hear the page. */
  shown?: boolean
}

/** Images of one kind to choose from; nothing where there is none. */
export function ImageOptionGroup({ title, images, form, change, shown = false }: Props) {
  if (!images.length) return null
  return (
    <fieldset className={fields.group}>
      <legend className={shown ? fields.legend : 'visually-hidden'}>{title}</legend>
      <div className={styles.images}>
        {images.map(({ id, name, version, size_gb: sizeGb, runtime, python, owner, price_hour: priceHour }) => (
          <ChoiceOption key={id} name="image" checked={id === form.image_id} onChoose={() => change({ image_id: id })}>
            <span className={styles.head}>
              <strong>
                {name} {version}
              </strong>
              <span className={styles.facts}>{formatGb(sizeGb)} GB</span>
            </span>
            <span className={styles.facts}>
              {runtime} · Python {python}
            </span>
            {owner && <span className={styles.facts}>{owner} 共享</span>}
            {priceHour !== undefined && (
              <span className={styles.facts}>
                镜像价格 <ImagePriceLabel price_hour={priceHour} />
              </span>
            )}
          </ChoiceOption>
        ))}
      </div>
    </fieldset>
  )
}
