export { default as rulebooks } from '../api/rulebooks/nl.json';
export { default as texts } from '../i18n/nl.json?first';
