import { applianceEditions } from '#contract/appliance.ts'
import { vendorNames } from '#contract/vendors.ts'
import section from '#src/site/section.module.css'
import controls from '#src/ui/controls.module.css'
import styles from './ApplianceEditions.module.css'
import { ConsultLink } from './ConsultLink.tsx'
import { ModelCells } from './ModelCells.tsx'
import { applianceModels, editionKeys } from './models.ts'
import { editionTexts } from './texts.ts'

const vendorEntries = Object.entries(vendorNames) as [keyof typeof vendorNames, string][]

/** The three editions, each with its available variants. */
export function ApplianceEditions() {
  return (
    <section className={section.paper} aria-labelledby="editions-title">
      <div className={section.inner}>
        <header className={section.head}>
          <h2 id="editions-title" className={section.title}>
            三个版本，三种芯片
          </h2>
          <p className={section.lead}>先按模型大小选版本，再按软件生态选芯片；不确定时，把任务告诉我们。</p>
        </header>
        <ul className={styles.editions}>
          {editionKeys.map((edition) => {
            const { lead, suits } = editionTexts[edition]
            return (
              <li key={edition} className={styles.edition}>
                <ModelCells model={{ edition, vendor: 'nvidia' }} cell={9} className={styles.die} />
                <h3 className={styles.name}>{applianceEditions[edition]}</h3>
                <p className={styles.lead}>{lead}</p>
                <dl className={styles.variants}>
                  {vendorEntries.map(([vendor, label]) => {
                    const model = applianceModels.find((one) => one.edition === edition && one.vendor === vendor)
                    return (
                      <div key={vendor}>
                        <dt>{label}</dt>
                        <dd data-none={!model}>
                          {model ? `${model.name}${model.memory_gb ? ` · ${model.memory_gb} GB` : ''}` : '无标准型号，可咨询'}
                        </dd>
                      </div>
                    )
                  })}
                </dl>
                <ul className={styles.suits} aria-label={`${applianceEditions[edition]}适合`}>
                  {suits.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
                <ConsultLink edition={edition} className={`${controls.button} ${controls.plain}`}>
                  咨询{applianceEditions[edition]}
                </ConsultLink>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
