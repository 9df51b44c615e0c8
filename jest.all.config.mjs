import { jestConfig } from './test/support/jest-config.mjs';

export default jestConfig('all');
