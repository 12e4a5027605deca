import { Alert, Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { vendorNames } from '#contract/products.ts'
import { paths } from '#src/paths.ts'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { formatGb } from '#src/ui/format-bytes.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useServerOffers } from '#src/ui/server-info.ts'
import { ChoiceOption } from './ChoiceOption.tsx'
import { CommunityImagePicker } from './CommunityImagePicker.tsx'
import type { Catalogue, ImageOption } from './catalogue.ts'
import type { CreateFormFaults } from './check-form.ts'
import { FormStep } from './FormStep.tsx'
import styles from './ImageStep.module.css'
import fields from './LabeledField.module.css'
import { LabeledField } from './LabeledField.tsx'
import type { ResolvedDraft } from './resolve-draft.ts'
import type { ChangeDraft } from './use-draft.ts'

interface ImageOptionGroupProps {
  title: string
  images: readonly ImageOption[]
  form: ResolvedDraft['form']
  change: ChangeDraft
  /** Shows the title on screen, not only to screen readers. */
  shown?: boolean
  /** Narrows the choice; stands above the images. */
  children?: ReactNode
}

/** Group of images of one kind; renders nothing if empty. */
function ImageOptionGroup({ title, images, form, change, shown = false, children }: ImageOptionGroupProps) {
  if (!images.length) return null
  return (
    <fieldset className={fields.group}>
      <legend className={shown ? fields.legend : 'visually-hidden'}>{title}</legend>
      {children}
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

/** Platform images. Of several frameworks it shows that of the chosen image; choosing one takes its first, newest image. */
function PlatformImageGroup({ images, ...group }: ImageOptionGroupProps) {
  const frameworks = [...new Set(images.map(({ framework }) => framework))]
  if (frameworks.length < 2) return <ImageOptionGroup images={images} {...group} />
  const shown = images.find(({ id }) => id === group.form.image_id)?.framework ?? frameworks[0]
  const imagesOf = (wanted: string | undefined) => images.filter(({ framework }) => framework === wanted)
  return (
    <ImageOptionGroup images={imagesOf(shown)} {...group}>
      <fieldset className={`${fields.group} ${styles.frameworks}`}>
        <legend className={fields.legend}>框架</legend>
        <div className={fields.row}>
          {frameworks.map((framework) => (
            <ChoiceOption
              key={framework}
              name="image_framework"
              shape="chip"
              checked={framework === shown}
              onChoose={() => group.change({ image_id: imagesOf(framework)[0]?.id })}
            >
              {framework}
            </ChoiceOption>
          ))}
        </div>
      </fieldset>
    </ImageOptionGroup>
  )
}

const none = ''
const keyHelp = {
  key: '公钥会写入实例，用配对的私钥登录。',
  password: '不写入公钥，可以用密码登录，密码在实例详情页查看。',
  no_ssh: '这里没有开通 SSH 登录，创建后在实例详情页打开终端。',
}

interface Props {
  catalogue: Catalogue
  resolved: ResolvedDraft
  faults: CreateFormFaults
  change: ChangeDraft
}

/** Selects the image and the SSH keys. */
export function ImageStep({ catalogue: { keys }, resolved: { product, images, imageLost, form }, faults, change }: Props) {
  const { ssh } = useServerOffers()
  if (!product) return null
  const community = images.filter(({ from }) => from === 'community')
  return (
    <FormStep number={3} title="镜像和密钥" hint={`适用于 ${vendorNames[product.vendor]} 的镜像`}>
      {imageLost && <Alert type="warning" showIcon message="选中的镜像已下线或被删除，已为你换成其他镜像" />}
      <ImageOptionGroup title="社区镜像" images={community} form={form} change={change} shown />
      <PlatformImageGroup
        title={community.length ? '平台镜像' : '镜像'}
        images={images.filter(({ from }) => !from)}
        form={form}
        change={change}
        shown={community.length > 0}
      />
      {!images.length && <EmptyState title="没有适用的镜像" hint="请换一个产品。" />}
      <ImageOptionGroup
        title="我的私有镜像"
        images={images.filter(({ from }) => from === 'own')}
        form={form}
        change={change}
        shown
      />
      <ImageOptionGroup
        title="共享给我的"
        images={images.filter(({ from }) => from === 'shared')}
        form={form}
        change={change}
        shown
      />
      <CommunityImagePicker vendor={product.vendor} change={change} />
      {faults.image_id && (
        <p className={fields.below} data-fault role="alert">
          {faults.image_id}
        </p>
      )}
      <LabeledField
        label="SSH 密钥"
        fault={faults.secret_key_id}
        help={ssh ? (form.secret_key_id ? keyHelp.key : keyHelp.password) : keyHelp.no_ssh}
      >
        {(ties) => (
          <div className={fields.row}>
            <Select
              {...ties}
              className={styles.key}
              value={form.secret_key_id ?? none}
              onChange={(id: string) => change({ secret_key_id: id || null })}
              options={[...keys.map(({ id, name }) => ({ value: id, label: name })), { value: none, label: '不使用密钥' }]}
            />
            <Button type="link" href={`${paths.secretKeys}/create`} target="_blank" icon={<Icon name="plus" />}>
              新建密钥
            </Button>
          </div>
        )}
      </LabeledField>
    </FormStep>
  )
}
