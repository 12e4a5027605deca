export { certificationStateStyles } from './certification-styles.ts'
