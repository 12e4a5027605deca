import { ModelCells } from './ModelCells.tsx'
import { type ApplianceModel, listModelSpecs } from './models.ts'
import styles from './SpecSlide.module.css'

/** Models beside each other, fact by fact. */
export function SpecSlide({ title, models }: { title: string; models: readonly ApplianceModel[] }) {
  const specs = models.map(listModelSpecs)
  const labels = specs[0]?.map(({ label }) => label) ?? []
  return (
    <div className={styles.slide}>
      <table className={styles.table}>
        <caption className={styles.caption}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">规格</span>
            </th>
            {models.map((model) => (
              <th key={model.name} scope="col">
                <span className={styles.model}>
                  <ModelCells model={model} cell={3} gap={1} className={styles.die} />
                  {model.name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, row) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {models.map(({ name }, column) => (
                <td key={name}>{specs[column]?.[row]?.text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
