import controls from '#src/ui/controls.module.css'
import styles from './ApplianceHero.module.css'
import { ConsultLink } from './ConsultLink.tsx'
import { ModelCells } from './ModelCells.tsx'
import { applianceModels } from './models.ts'

const memorySizes = applianceModels.flatMap(({ memory_gb: memoryGb }) => memoryGb ?? [])

export function ApplianceHero() {
  return (
    <section className={styles.hero} data-theme="dark">
      <div className={styles.inner}>
        <div className={styles.words}>
          <h1 className={styles.title}>大模型训推一体机</h1>
          <p className={styles.lead}>
            买一台放进自己的机房：训练、微调与推理都在本地，数据不出域。标准版、专业版、旗舰版，NVIDIA、昇腾、昆仑芯三条芯片路线。
          </p>
          <dl className={styles.figures}>
            <div>
              <dt>总显存</dt>
              <dd>
                {Math.min(...memorySizes)}–{Math.max(...memorySizes)} GB
              </dd>
            </div>
            <div>
              <dt>型号</dt>
              <dd>{applianceModels.length} 款</dd>
            </div>
            <div>
              <dt>质保</dt>
              <dd>三年</dd>
            </div>
          </dl>
          <div className={styles.actions}>
            <ConsultLink className={`${controls.button} ${controls.primary} ${controls.large}`}>预约售前咨询</ConsultLink>
            <a className={`${controls.button} ${controls.plain} ${controls.large}`} href="#models">
              看型号与规格
            </a>
          </div>
        </div>
        <div className={styles.art}>
          {applianceModels.map((model) => (
            <figure key={model.name} className={styles.die}>
              <ModelCells model={model} cell={7} />
              <figcaption>{model.name}</figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}
