import { checkHalf } from '#tests/server/money-model/model-half.ts'

checkHalf(1)
