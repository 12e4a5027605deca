export { OrderMoney } from './OrderMoney.tsx'
